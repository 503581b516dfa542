package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said where no engine answers: a plan, and what is wrong with words and files. */
class WithoutEngineTest {
  @TempDir Path cache;
  private TestShell shell;

  @ParameterizedTest
  @CsvSource({
    "plan syncookie --kernel nosuch,                no kernel is called 'nosuch'",
    "plan syncookie --kernel nosuch --json,         no kernel is called 'nosuch'",
    "plan syncookie --kernel debian:,               'debian:' is not the name of a kernel",
    "plan syncookie --kernel file:/nosuch,          it is not there",
    "run syncookie --kernel newest,                no kernel is called 'newest'",
    "vm --memory 0,                                 --memory 0: expected a number from 64 to 1048576",
    "clean --images --unused-days -1,               --unused-days -1: expected a number from 0 to 36500",
    "results diff a b --worse-than 1001, --worse-than 1001: expected a percentage up to 999, as in 10%",
  })
  void wordsThatMeanNothingAreWrongUsage(String words, String said) {
    assertThat(faultlab(words)).as(shell.err()).isEqualTo(ExitStatus.USAGE);
    assertThat(shell.err()).contains(said);
    assertThat(shell.out()).isEmpty();
  }

  @Test
  void aPlanIsMade() {
    assertThat(faultlab("plan dns-go")).as(shell.err()).isZero();
    assertThat(shell.out())
        .contains("dns-go, short form: ")
        .contains("what of its images is not here yet cannot be told: the Docker Engine does not");
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
    CommandResult none =
        new CommandResult(CommandResult.NOT_STARTED, "", "not found", Duration.ZERO);
    shell = new TestShell(TestShell.CLONE, cache, command -> none);
    return shell.faultlab(line);
  }
}
