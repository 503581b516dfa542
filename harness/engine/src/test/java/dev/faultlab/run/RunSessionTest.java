package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSessionTest {
  @TempDir private Path results;
  private final List<Process> started = new ArrayList<>();

  @Test
  void endsWhatTheRunHasStartedAndNotTheBrowserThatShowsIt() throws IOException {
    Process browser = sleeping();
    List<String> swept = new ArrayList<>();
    RunFolder folder = RunFolder.create(results, "tiny", "owner");
    Process command;
    try (RunSession session = new RunSession(folder, run -> !swept.add(run), word -> {})) {
      command = sleeping();
    }
    assertThat(command.isAlive()).isFalse();
    assertThat(browser.isAlive()).isTrue();
    assertThat(swept).containsOnly(folder.id());
  }

  /** A JVM that goes down waits for its hooks and for no other thread. */
  @Test
  void whoInterruptsTheCleanUpWaitsForItsEnd() throws Exception {
    RunFolder folder = RunFolder.create(results, "tiny", "owner");
    CountDownLatch sweeping = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    RunSession session =
        new RunSession(
            folder,
            run -> {
              sweeping.countDown();
              uninterrupted(goOn);
              order.add("swept");
              return false;
            },
            order::add);
    Thread closing = new Thread(session::close);
    closing.start();
    sweeping.await();
    Thread hook =
        new Thread(
            () -> {
              session.interrupted();
              order.add("down");
            });
    hook.start();
    while (hook.getState() != Thread.State.WAITING && hook.isAlive()) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    hook.join();
    closing.join();
    assertThat(order.get(0)).contains("interrupted; removing the stacks");
    assertThat(order.subList(1, order.size())).containsExactly("swept", "swept", "down");
    assertThat(folder.path().resolve(RunFolder.PARTIAL)).content().startsWith("interrupted ");
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process sleeping() throws IOException {
    Process process = new ProcessBuilder("sleep", "300").start();
    started.add(process);
    return process;
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroy);
  }
}
