package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Words of earlier versions: wrong usage, and the message has the new ones. */
class RenamedTest {
  @TempDir private Path cache;

  static Stream<Renamed> all() {
    return Renamed.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyOldWordNamesTheNewOne(Renamed old) {
    String word = old.word().isEmpty() ? "charset" : old.word();
    String line =
        switch (old.command()) {
          case "faultlab" -> word;
          case "" -> "run syncookie " + word + " 5";
          case "bisect" -> "bisect charset --signature s --from 8 --to 9 --axis jdk";
          case "diff" -> "results diff a b " + word;
          default -> old.command() + " " + word;
        };
    refused(line, old.now());
  }

  @ParameterizedTest
  @CsvSource({
    "labs --full,                     ./faultlab run --all",
    "check charset,                   ./faultlab repair check",
    "check charset mix --solution,    ./faultlab repair check",
    "resume 2026,                     ./faultlab run --resume RUN",
    "diff a b --threshold 5,          ./faultlab results diff",
    "results dns-java,                ./faultlab results list LAB",
    "repair charset mix --again,      ./faultlab repair reset",
    "repair charset mix,              ./faultlab repair start LAB REPAIR",
    "--labs /x run mine,              --lab-path",
    "run mine --labs=/x,              --lab-path",
    "vm unfixed --cold,               --no-snapshot",
    "plan syncookie --delay 5,        --delay-ms",
  })
  void alsoWithWhatCameBehindIt(String line, String now) {
    refused(line, now);
  }

  private void refused(String line, String now) {
    TestShell shell =
        new TestShell(
            TestShell.CLONE,
            cache,
            command -> {
              throw new AssertionError(line + " starts " + command);
            });
    assertThat(shell.faultlab(line)).as(shell.said()).isEqualTo(ExitStatus.USAGE);
    assertThat(shell.err()).contains(now).hasLineCount(1);
    assertThat(shell.out()).isEmpty();
  }
}
