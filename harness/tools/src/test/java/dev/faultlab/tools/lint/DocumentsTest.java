package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentsTest {
  private final List<List<String>> parsed = new ArrayList<>();

  @TempDir private Path root;

  @BeforeEach
  void makefile() throws IOException {
    Files.writeString(
        root.resolve("Makefile"),
        "upgrade: ## of FROM to TO\n\t@./faultlab upgrade --from '$(FROM)' --to '$(TO)'\n");
  }

  @Test
  void whatStandsInQuotesIsOneWord() throws IOException {
    assertThat(problems("make upgrade FROM=jdk=17 TO='jdk=21 jdk=25'\n./faultlab vm 'a b' --c\n"))
        .isEmpty();
    assertThat(parsed).containsExactly(List.of("vm", "a b", "--c"));
  }

  @Test
  void whatTheMakefileDoesNotKnowIsTold() throws IOException {
    assertThat(problems("make upgrades\nmake lab-here FULL=1\n"))
        .extracting(problem -> problem.line() + " " + problem.what())
        .containsExactly("2 the Makefile has no target upgrades");
    assertThat(parsed).containsExactly(List.of("run", "here"));
  }

  @Test
  void whatACheckOfARepairLeavesBehindIsNoDocument() throws IOException {
    Path left = Files.createDirectories(root.resolve("repair/x/y/checks/x"));
    Files.writeString(left.resolve("summary.md"), "run 20260102T030405Z-abcd, [gone](gone.md)\n");
    assertThat(problems("make upgrade FROM=a TO=b\n")).isEmpty();
  }

  @Test
  void aRunThatIsNotCommittedIsTold() throws IOException {
    Path reference = Files.createDirectories(root.resolve("results/reference"));
    Files.write(reference.resolve("x.pcap.gz"), new byte[] {31, -117, 8, -1});
    Files.writeString(reference.resolve("a.json"), "{\"runId\":\"20260102T030405Z-abcd\"}");
    assertThat(problemsOf("run `20260102T030405Z-abcd`\nrun 20260102T030405Z-0000\n"))
        .extracting(problem -> problem.line() + " " + problem.what())
        .containsExactly("2 run 20260102T030405Z-0000 is not in results/reference");
  }

  @Test
  void commandsAreInBlocksAndBetweenBackticks() throws IOException {
    assertThat(
            problemsOf(
                """
                Say `./faultlab run --all`; `tcpdump -i any` is not ours, `./faultlab run LAB` is a placeholder.
                What `./faultlab diagnose` finds.

                    ./faultlab kernels unfixed     build or fetch it
                    uname -r

                ```sh
                # a comment
                ./faultlab run a \\
                  --full
                ```

                ```yaml
                make: nothing
                ```
                """))
        .isEmpty();
    assertThat(parsed)
        .containsExactly(
            List.of("run", "--all"),
            List.of("diagnose", "--help"),
            List.of("kernels", "unfixed"),
            List.of("run", "a", "--full"));
  }

  private List<Problem> problems(String commands) throws IOException {
    return problemsOf("```sh\n" + commands + "```\n");
  }

  private List<Problem> problemsOf(String text) throws IOException {
    Files.writeString(root.resolve("a.md"), text);
    return new Documents(
            root,
            words -> {
              parsed.add(words);
              return Optional.empty();
            })
        .problems();
  }
}
