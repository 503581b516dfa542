package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A declaration holds commands and no shell code. */
class InlineShellTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[sh, -c, \"until a; do sleep 1; done\"]",
        "[\"bash\", \"-c\", a]",
        "[/bin/sh, -ec, \"a; b\"]",
        "[vm, exec, --tools, --, sh, -c, a]",
        "[busybox, ash, -euc, a]",
        "\n        - sh\n        - -c"
      })
  void codeForAShellIsFound(String command) {
    assertThat(problems(command)).singleElement().asString().contains("found shell code behind '");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[sh, /lab/prepare, \"a={b}\"]",
        "[bash, /lab/retry, -c]",
        "[/lab/queries, -c]",
        "[env, A=b, java, -cp, /plain/lookups.jar, Main]"
      })
  void aCommandIsNoCode(String command) {
    assertThat(problems(command)).isEmpty();
  }

  private static List<Problem> problems(String command) {
    return InlineShell.problems(Path.of("lab.yaml"), "up:\n  - {run: " + command + ", in: a}\n");
  }
}
