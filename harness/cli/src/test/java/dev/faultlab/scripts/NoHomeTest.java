package dev.faultlab.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The scripts that a command begins with, where HOME is not set: a service, a cron job. */
class NoHomeTest {
  private static final Path SCRIPTS = Path.of("../scripts").toAbsolutePath();

  @Test
  void theBuildSaysWhatItDoes() {
    CommandResult result = run("build", "--help");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
  }

  @Test
  void mavenFindsItsRepositoryAllTheSame() {
    CommandResult result = run("maven", "--version");
    assertThat(result.err()).doesNotContain("unbound");
    assertThat(result.status()).isZero();
  }

  private static CommandResult run(String script, String option) {
    return new LocalCommands()
        .run(
            Command.of(
                "env",
                "-u",
                "HOME",
                "-u",
                "XDG_CACHE_HOME",
                "bash",
                SCRIPTS.resolve(script).toString(),
                option));
  }
}
