package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where no engine answers: a plan, and what is wrong with words and files. */
class WithoutEngineTest {
  @TempDir Path cache;
  private TestShell shell;

  @Test
  void aPlanIsMade() {
    assertThat(faultlab("plan dns-go")).as(shell.err()).isZero();
    assertThat(shell.out())
        .contains("dns-go, short form: ")
        .contains("which of its images are missing is unknown: the Docker Engine does not");
  }

  @Test
  void aFileToReadMayBeAPipe() throws IOException {
    Path pipe = cache.resolve("pipe");
    assertThat(new LocalCommands().run(Command.of("mkfifo", pipe.toString())).ok()).isTrue();
    Thread writer = new Thread(() -> write(pipe, "from: jdk=17\n"));
    writer.setDaemon(true); // nobody may ever read
    writer.start();

    assertThat(faultlab("upgrade --file " + pipe)).isEqualTo(ExitStatus.USAGE);
    assertThat(shell.err()).contains("--to is missing, and " + pipe + " does not say it");
  }

  private static void write(Path pipe, String text) {
    try {
      Files.writeString(pipe, text, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int faultlab(String line) {
    CommandResult none = new CommandResult(CommandResult.NOT_STARTED, "", "not found");
    shell = new TestShell(TestShell.CLONE, cache, command -> none);
    return shell.faultlab(line);
  }
}
