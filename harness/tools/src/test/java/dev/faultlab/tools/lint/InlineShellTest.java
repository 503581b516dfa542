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
        "[bash, -c, a]",
        "[/bin/sh, -ec, \"a; b\"]",
        "[vm, exec, --tools, --, sh, -c, a]",
        "[busybox, ash, -euc, a]"
      })
  void codeForAShellIsFoundWithItsLine(String command) {
    assertThat(
            problems("procedures:\n  up:\n    - do: other\n    - {run: " + command + ", in: a}\n"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem).startsWith("lab.yaml:4: found shell code behind '");
              assertThat(problem).contains("a script in the lab's folder");
            });
    assertThat(problems("ran:\n  - {axis: jdk, run: " + command + ", in: a}\n")).hasSize(1);
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
    assertThat(problems("procedures:\n  up:\n    - {run: " + command + ", in: a}\n")).isEmpty();
  }

  private static List<String> problems(String text) {
    return InlineShell.problems(Path.of("lab.yaml"), text).stream().map(Problem::toString).toList();
  }
}
