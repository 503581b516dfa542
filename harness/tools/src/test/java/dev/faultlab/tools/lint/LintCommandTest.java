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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines in documents: those that would be refused are told. */
class LintCommandTest {
  @TempDir private Path cache;

  @Test
  void aCommandLineThatWouldBeCarriedOutIsFine() {
    assertThat(misuse("run dns-java --quick --jdk 17,25 --variants shared-name,netty")).isEmpty();
    assertThat(misuse("plan syncookie --kernel unfixed,debian:trixie")).isEmpty();
    assertThat(
            misuse(
                "results diff syncookie/latest syncookie/latest --from kernel=unfixed --to kernel=a"))
        .isEmpty();
    assertThat(misuse("new my-incident --lab-path /elsewhere")).isEmpty();
    assertThat(misuse("dev lint --lab-path /elsewhere")).isEmpty();
    assertThat(misuse("dev readme --write README.md")).isEmpty();
  }

  @Test
  void aDevCommandThatIsNoneIsTold() {
    assertThat(misuse("dev link").orElseThrow()).contains("'link'");
    assertThat(misuse("dev reference").orElseThrow()).contains("RUN");
    assertThat(misuse("lint").orElseThrow()).contains("'lint'");
  }

  @Test
  void aVariantThatIsGoneIsTold() {
    assertThat(misuse("run dns-go --quick --variants cancelled-lookuphost-cgo").orElseThrow())
        .startsWith("lab dns-go has no variant 'cancelled-lookuphost-cgo'; known: ");
  }

  @Test
  void aValueThatIsNotAllowedIsTold() {
    assertThat(misuse("run dns-java --threads 1000").orElseThrow())
        .contains("--threads '1000': expected a number from 1 to 256");
    assertThat(misuse("run dns-java --jdk 17 --variants jep418-provider").orElseThrow())
        .startsWith("nothing to run");
  }

  @Test
  void anOptionThatIsGoneIsTold() {
    assertThat(misuse("run syncookie --stock debian:trixie")).isPresent();
    assertThat(misuse("run no-such-lab --quick")).isPresent();
    assertThat(misuse("upgrayed")).isPresent();
  }

  private Optional<String> misuse(String words) {
    Workspace workspace =
        new Workspace(Path.of("../.."), CacheDir.of(Map.of("XDG_CACHE_HOME", cache.toString())));
    Toolbox tools =
        new Toolbox(workspace, new LocalCommands(), message -> {}, Map.of(), System.out, List.of());
    return CommandCheck.misuse(tools, List.of(words.split(" ")), DevCommand::commandLine);
  }
}
