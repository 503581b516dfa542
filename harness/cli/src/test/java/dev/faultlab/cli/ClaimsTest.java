package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The claims page says of each claim how it is answered, and counts them. */
class ClaimsTest {
  private static final Pattern TABLE =
      Pattern.compile("(?m)^\\| claim \\| answer .*\\n\\| --- .*\\n((?:\\|.*\\n)+)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+?) \\| (.+?) \\| (.+) \\|$");
  private static final Pattern RESULT =
      Pattern.compile("<!-- (?:fig|cell):|results/reference/[^)]+\\)");
  private static final Pattern COUNTS =
      Pattern.compile(
          "Of (\\d+) claims, (\\d+) are answered by a committed result, (\\d+) by reading"
              + " the source or the article, and (\\d+) are open\\.");

  @Test
  void eachClaimHasItsRunOrSaysThatItIsOpen() throws IOException {
    String page = Files.readString(page());
    List<String> open = new ArrayList<>();
    List<String> read = new ArrayList<>();
    List<String> run = new ArrayList<>();
    for (MatchResult row :
        TABLE.matcher(page).results().flatMap(t -> ROW.matcher(t.group(1)).results()).toList()) {
      if (row.group(2).startsWith("open")) {
        open.add(row.group(1));
      } else if (row.group(3).startsWith("read in the ")) {
        read.add(row.group(1));
      } else {
        assertThat(row.group(3)).as(row.group(1)).containsPattern(RESULT);
        run.add(row.group(1));
      }
    }

    Matcher counts = COUNTS.matcher(page.replaceAll("\\s+", " "));
    assertThat(counts.find()).isTrue();
    assertThat(List.of(counts.group(1), counts.group(2), counts.group(3), counts.group(4)))
        .map(Integer::valueOf)
        .containsExactly(
            run.size() + read.size() + open.size(), run.size(), read.size(), open.size());
  }

  private static Path page() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve("docs/claims.md"))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
