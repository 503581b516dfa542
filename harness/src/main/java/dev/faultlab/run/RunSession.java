package dev.faultlab.run;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.stack.Owner;
import dev.faultlab.stack.Sweeper;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds a run together: takes its stacks away at the end, also on Ctrl-C and SIGTERM. After kill -9
 * the next start does it (see {@link Sweeper#sweepDead}).
 */
public final class RunSession implements AutoCloseable {
  private static final int CHILD_SECONDS = 10;

  /** Containers may still appear while a killed compose winds down; two empty looks end it. */
  private static final int EMPTY_LOOKS = 2;

  private final RunFolder folder;
  private final Sweeper sweeper;
  private final Thread main = Thread.currentThread();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread hook = new Thread(this::interrupted, "faultlab-clean-up");

  public RunSession(RunFolder folder, DockerClient docker) {
    this.folder = folder;
    this.sweeper = new Sweeper(docker);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Takes the run's stacks away. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      cleanUp();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the JVM is going down already and the hook waits for nobody
      }
    }
  }

  private void interrupted() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    System.err.println("\nfaultlab: interrupted; taking the stacks away ...");
    main.interrupt();
    try {
      folder.abandon("interrupted " + Instant.now() + " in process " + Owner.current().label());
    } catch (IOException e) {
      System.err.println("faultlab: " + folder.path() + " stays marked as not finished: " + e);
    }
    cleanUp();
    System.err.println("faultlab: nothing left behind; " + folder.path() + " holds a partial run");
  }

  private void cleanUp() {
    ProcessHandle.current()
        .descendants()
        .forEach(
            child -> {
              child.destroy();
              child
                  .onExit()
                  .orTimeout(CHILD_SECONDS, TimeUnit.SECONDS)
                  .exceptionally(late -> child)
                  .join();
            });
    int empty = 0;
    while (empty < EMPTY_LOOKS) {
      empty = sweeper.sweepRun(folder.id()).nothing() ? empty + 1 : 0;
    }
  }
}
