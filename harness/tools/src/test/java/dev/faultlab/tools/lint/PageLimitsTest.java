package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageLimitsTest {
  private static final Path PAGE = Path.of("docs/a.md");
  private static final PageLimits LIMITS = new PageLimits("| `look-ups?` | lookup |\n");

  @Test
  void aPageWithinItsLimitsIsFine() {
    assertThat(problems("# A\n\n" + "x".repeat(120) + "\n| 1 | 2 | 3 | 4 | 5 | 6 |\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"labs/a/README.md, 120", "docs/a.md, 150", "docs/dev/README.md, 150"})
  void aPageHasAsManyLinesAsItsKind(String place, int most) {
    Path page = Path.of(place);
    assertThat(LIMITS.problems(page, "a\n".repeat(most))).isEmpty();
    assertThat(LIMITS.problems(page, "a\n".repeat(most + 1)))
        .containsExactly(
            new Complaint(most + 1, "page of " + (most + 1) + " lines, at most " + most));
  }

  @Test
  void aGeneratedPageMayBeAnything() {
    assertThat(problems(PageLimits.GENERATED + "\n" + "x".repeat(200) + "look-up\n".repeat(200)))
        .isEmpty();
  }

  @Test
  void aWideTableIsTold() {
    assertThat(problems("| 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n| a \\| b | `a | b` | 3 |\n"))
        .containsExactly("1 table of 7 columns, at most 6");
  }

  @Test
  void aConflictThatWasCommittedIsTold() {
    assertThat(problems("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n"))
        .containsExactly("1 conflict of a merge", "5 conflict of a merge");
  }

  @Test
  void aFilledInBlockMayBeWide() {
    assertThat(
            problems(
                "text ".repeat(100).replaceAll("(.{60})", "$1\n")
                    + """

                <!-- csv:a -->
                | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
                <!-- /csv -->
                <!-- output:diagnose x -->
                    look-ups of names
                <!-- /output -->
                """))
        .isEmpty();
  }

  @Test
  void manyBoundFiguresAreTold() {
    String figure = "word ".repeat(200).replaceAll("(.{60})", "$1\n") + "<!-- fig:a -->1\n";
    assertThat(problems(figure.repeat(3))).isEmpty();
    assertThat(problems(figure.repeat(4))).containsExactly("1 4 bound figures, at most 3");
  }

  @Test
  void aPageOfMarksIsTold() {
    assertThat(problems("x".repeat(100) + "\n<!-- fig:a -->\n"))
        .containsExactly("1 marks are 12 %, at most 5 %");
  }

  @Test
  void phrasesInCodeAndQuotationsAreFine() {
    assertThat(
            problems(
                "`look-up` [a](docs/look-up.md)\n\n    look-up\n\n> look-up\n\n```\nlook-ups\n```\n"))
        .isEmpty();
    assertThat(problems("a\nThe look-up of a name\n")).containsExactly("2 'look-up'; write lookup");
  }

  private static List<String> problems(String page) {
    return LIMITS.problems(PAGE, page).stream().map(c -> c.line() + " " + c.what()).toList();
  }
}
