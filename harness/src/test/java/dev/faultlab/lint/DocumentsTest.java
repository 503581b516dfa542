package dev.faultlab.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    assertThat(problems("make upgrades\nmake upgrade FORM=a\nmake lab-gone\nmake lab-here\n"))
        .extracting(problem -> problem.line() + " " + problem.what())
        .containsExactly(
            "2 the Makefile has no target upgrades",
            "3 the Makefile knows no variable FORM",
            "4 make lab-gone: no such lab");
  }

  private List<Problem> problems(String commands) throws IOException {
    Files.writeString(root.resolve("a.md"), "```sh\n" + commands + "```\n");
    return new Documents(
            root,
            Set.of("here"),
            words -> {
              parsed.add(words);
              return Optional.empty();
            })
        .problems();
  }
}
