package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said where no engine answers: a plan, and what is wrong with words and files. */
class WithoutEngineTest {
  @TempDir Path cache;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "plan syncookie --kernel nosuch,                no kernel is called 'nosuch'",
    "plan syncookie --kernel nosuch --json,         no kernel is called 'nosuch'",
    "plan syncookie --kernel debian:,               'debian:' is not the name of a kernel",
    "plan syncookie --kernel file:/nosuch,          it is not there",
    "run syncookie --kernel newest,                no kernel is called 'newest'",
    "vm --memory 0,                                 --memory 0: expected a number from 64 to 1048576",
    "clean --images --unused-days -1,               --unused-days -1: expected a number from 0 to 36500",
    "diff a b --threshold 1001,                     --threshold 1001.0: expected a number from 0 to 1000",
  })
  void wordsThatMeanNothingAreWrongUsage(String words, String said) {
    assertThat(faultlab(words)).as(err.toString()).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(said);
    assertThat(out.size()).isZero();
  }

  @Test
  void aPlanIsMade() {
    assertThat(faultlab("plan dns-go")).as(err.toString()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
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
    assertThat(err.toString()).contains("--to is missing, and " + pipe + " does not say it");
  }

  private static void write(Path pipe, String text) {
    try {
      Files.writeString(pipe, text, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int faultlab(String line) {
    List<String> words = List.of(line.split(" "));
    Toolbox tools =
        new Toolbox(
            new Workspace(Path.of("../.."), new CacheDir(cache)),
            command -> new CommandResult(CommandResult.NOT_STARTED, "", "not found", Duration.ZERO),
            Progress.silent(),
            Map.of(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            List.of());
    return Main.commandLine(tools, words)
        .setErr(new PrintWriter(err))
        .execute(words.toArray(String[]::new));
  }
}
