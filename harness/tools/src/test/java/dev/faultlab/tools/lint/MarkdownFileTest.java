package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownFileTest {
  @TempDir private Path folder;

  @Test
  void findsCommandsInBlocksAndBetweenBackticks() throws IOException {
    assertThat(
            commands(
                """
                Say `make doctor`, or `./faultlab run --all --quick`; `tcpdump -i any` is not ours.

                    ./faultlab kernels unfixed     build or fetch it
                    uname -r

                ```sh
                # a comment
                curl -s http://198.18.0.10/
                make labs
                ```

                ```yaml
                make: nothing
                ```
                """))
        .containsExactly(
            "1 make doctor",
            "1 ./faultlab run --all --quick",
            "3 ./faultlab kernels unfixed",
            "8 curl -s http://198.18.0.10/",
            "9 make labs");
  }

  @Test
  void leavesOutWhatHoldsAPlaceholder() throws IOException {
    assertThat(
            commands(
                "`./faultlab results rejudge RUN`, `./faultlab run <lab>`, `make diff A=<id>`,"
                    + " `./faultlab results list [LAB]`, `./faultlab run dns-java --jdk ...`,"
                    + " `make labs QUICK=1`\n"))
        .containsExactly("1 make labs QUICK=1");
  }

  @Test
  void aCommandThatIsOnlySpokenOfHasToExist() throws IOException {
    assertThat(commands("what `./faultlab diagnose` finds\n"))
        .containsExactly("1 ./faultlab diagnose --help");
  }

  @Test
  void aCommandMayGoOnInTheNextLine() throws IOException {
    assertThat(commands("```sh\n./faultlab run a \\\n  --full\n./faultlab plan a\n```\n"))
        .containsExactly("3 ./faultlab run a --full", "4 ./faultlab plan a");
  }

  private List<String> commands(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("a.md"), text);
    return MarkdownFile.read(file).commands().stream()
        .map(c -> c.line() + " " + c.command())
        .toList();
  }
}
