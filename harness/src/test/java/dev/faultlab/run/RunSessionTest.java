package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
