package dev.faultlab.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this repository: every link of every page leads somewhere. */
class SiteTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)(?:#([^\"]+))?\"");

  @TempDir private static Path target;
  private static Set<Path> pages;

  @BeforeAll
  static void write() throws IOException {
    pages = new Site(ROOT, List.of("charset", "dns-java", "syncookie")).write(target);
  }

  @Test
  void everyDocumentAndEveryReferenceResultHasAPage() {
    assertThat(pages)
        .contains(
            Path.of("index.html"),
            Path.of("labs/syncookie/index.html"),
            Path.of("docs/claims.html"),
            Path.of("reports/dns-java.html"),
            Path.of("reports/index.html"));
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      for (Matcher link = LINK.matcher(markup(target.resolve(page))); link.find(); ) {
        if (link.group(1).matches("[a-z]+:.*")) {
          continue;
        }
        Path to = target.resolve(page).resolveSibling(link.group(1)).normalize();
        boolean there =
            Files.isRegularFile(to)
                && (link.group(2) == null
                    || Files.readString(to).contains("id=\"" + link.group(2) + "\""));
        if (!there) {
          broken.add(page + " -> " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** Without the scripts of a report, which come last, and whose text looks like links. */
  private static String markup(Path page) throws IOException {
    return Files.readString(page).split("<script", 2)[0];
  }

  @Test
  void everyReportHasItsResultBesideIt() throws IOException {
    assertThat(markup(target.resolve("reports/dns-java.html")))
        .contains("href=\"dns-java.json\"")
        .doesNotContain("href=\"result.json\"");
    assertThat(target.resolve("reports/dns-java.json"))
        .hasSameBinaryContentAs(ROOT.resolve("results/reference/dns-java.json"));
  }

  @Test
  void aLinkToNothingEndsIt(@TempDir Path root) throws IOException {
    Files.writeString(root.resolve("README.md"), "# a\n[b](gone.md)\n");
    Files.createDirectories(root.resolve("results/reference"));
    assertThatThrownBy(() -> new Site(root, List.of()).write(root.resolve("site")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gone.md");
  }
}
