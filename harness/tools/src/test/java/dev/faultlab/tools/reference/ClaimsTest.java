package dev.faultlab.tools.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.tools.reference.ClaimsPage.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each published claim says how it is answered, and docs/claims/README.md counts them. */
class ClaimsTest {
  private static final Path FOLDER = Path.of("../../docs/claims");
  private static final Pattern COUNTS =
      Pattern.compile(
          "Of (\\d+) claims, (\\d+) are answered by a committed result, (\\d+) by reading"
              + " the source or the article, and (\\d+) are open\\.");

  /** A committed result, or a figure of one. */
  private static final Pattern A_RESULT = Pattern.compile("\\{fig:|results/reference/[^)]+\\)");

  @Test
  void eachAnsweredClaimNamesItsResult() throws IOException {
    for (ClaimsPage page : pages()) {
      assertThat(page.claims())
          .filteredOn(claim -> !claim.extra() && claim.kind() == Kind.RUN)
          .isNotEmpty()
          .allMatch(claim -> A_RESULT.matcher(claim.shown()).find());
    }
  }

  @Test
  void theIndexCountsThem() throws IOException {
    String index = Files.readString(FOLDER.resolve("README.md")).replaceAll("\\s+", " ");
    Matcher counts = COUNTS.matcher(index);
    assertThat(counts.find()).isTrue();
    List<ClaimsPage> pages = pages();
    List<Long> kinds =
        Stream.of(Kind.RUN, Kind.READ, Kind.OPEN)
            .map(kind -> pages.stream().mapToLong(page -> page.count(kind)).sum())
            .toList();
    assertThat(List.of(counts.group(2), counts.group(3), counts.group(4)))
        .map(Long::valueOf)
        .isEqualTo(kinds);
    assertThat(Long.valueOf(counts.group(1)))
        .isEqualTo(kinds.stream().mapToLong(Long::longValue).sum());
  }

  private static List<ClaimsPage> pages() throws IOException {
    List<ClaimsPage> pages = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        pages.add(ClaimsPage.read(file));
      }
    }
    return pages;
  }
}
