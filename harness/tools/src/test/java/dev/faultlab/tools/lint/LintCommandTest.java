package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.cli.CommandCheck;
import dev.faultlab.command.Toolbox;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Workspace;
import dev.faultlab.tools.DevCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines in documents: those that would be refused are told. */
class LintCommandTest {
  @TempDir private Path cache;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run dns-java --quick --jdk 17,25 --variants shared-name,netty",
        "plan syncookie --kernel unfixed,debian:trixie",
        "results diff syncookie/latest syncookie/latest --from kernel=unfixed --to kernel=a",
        "new my-incident --lab-path /elsewhere",
        "dev lint --lab-path /elsewhere",
        "dev readme --write README.md",
      })
  void aCommandLineThatWouldBeCarriedOutIsFine(String words) {
    assertThat(misuse(words)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "dev link | 'link'",
        "dev reference | RUN",
        "lint | 'lint'",
        "run dns-go --quick --variants gone-cgo | lab dns-go has no variant 'gone-cgo'; known: ",
        "run dns-java --threads 1000 | --threads '1000': expected a number from 1 to 256",
        "run dns-java --jdk 17 --variants jep418-provider | nothing to run",
        "run syncookie --stock debian:trixie | '--stock'",
        "run no-such-lab --quick | no-such-lab",
        "upgrayed | upgrayed",
      })
  void oneThatWouldBeRefusedIsTold(String words, String message) {
    assertThat(misuse(words).orElseThrow()).contains(message);
  }

  private Optional<String> misuse(String words) {
    Workspace workspace =
        new Workspace(Path.of("../.."), CacheDir.of(Map.of("XDG_CACHE_HOME", cache.toString())));
    Toolbox tools =
        new Toolbox(workspace, new LocalCommands(), message -> {}, Map.of(), System.out, List.of());
    return CommandCheck.misuse(tools, List.of(words.split(" ")), DevCommand::commandLine);
  }
}
