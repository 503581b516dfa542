package dev.faultlab.tools.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.Look;
import dev.faultlab.lab.LabReader;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of this repository: every link leads somewhere, and every page can be read. */
class SiteTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)(?:#([^\"]+))?\"");

  /** A page without its text has its ground and its lines; letters have many shades. */
  private static final int FEW_COLOURS = 16;

  @TempDir private static Path target;
  private static Set<Path> pages;

  @BeforeAll
  static void write() throws IOException {
    List<String> labs = new LabReader(List.of(ROOT.resolve("labs"))).names();
    pages = new Site(ROOT, labs).write(target);
  }

  @Test
  void everyDocumentAndEveryReferenceResultHasAPage() {
    assertThat(pages)
        .contains(
            Path.of("index.html"),
            Path.of("labs/syncookie/index.html"),
            Path.of("docs/claims/index.html"),
            Path.of("reports/dns-java/report.html"),
            Path.of("reports/syncookie-shards.html"),
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
        Path to = target.resolve(page).resolveSibling(decoded(link.group(1))).normalize();
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

  /** Names of points are percent-encoded in addresses; a plus stands for itself. */
  private static String decoded(String address) {
    return URLDecoder.decode(address.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the scripts of a report, which come last, and whose text looks like links. */
  private static String markup(Path page) throws IOException {
    return Files.readString(page).split("<script", 2)[0];
  }

  /** As somebody opens it: from the disk, on a phone and on a desk. */
  @Test
  void everyPageCanBeReadInABrowser() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    List<String> wrong = new ArrayList<>();
    try (Browser browser = Browser.start(Look.LIGHT, Path.of("target/screenshots"))) {
      for (int width : List.of(390, 1280)) {
        browser.layOut(width, 900);
        for (Path page : pages) {
          // Opened anew: charts are drawn for the width that they find.
          browser.open(target.resolve(page).toUri().toString());
          look(browser, page + " at " + width, wrong);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void theSearchPageFindsAPageByItsWords() throws IOException {
    assumeTrue(Browser.here(), Browser.MISSING);
    try (Browser browser = Browser.start(Look.LIGHT, Path.of("target/screenshots"))) {
      browser.open(target.resolve("search.html").toUri() + "?q=window+on+the+route");
      assertThat(browser.script("return document.querySelector('#found a').getAttribute('href')"))
          .isEqualTo("labs/syncookie/fixes.html");
      browser.open(target.resolve("search.html").toUri() + "?q=nosuchword");
      assertThat(browser.script("return document.querySelector('#count').textContent"))
          .isEqualTo("0 pages");
    }
  }

  private static void look(Browser browser, String page, List<String> wrong) throws IOException {
    try {
      browser.requireNoSidewaysScrolling();
      browser.requirePictures();
      browser.requireNoComplaint();
      assertThat(colours(browser)).as("colours below the navigation").isGreaterThan(FEW_COLOURS);
    } catch (AssertionError e) {
      wrong.add(page + ": " + e.getMessage());
      browser.shot("site-" + page.replaceAll("[^A-Za-z0-9]+", "-"));
    }
  }

  /** How many colours a person sees below the navigation; not counted to the end. */
  private static int colours(Browser browser) throws IOException {
    BufferedImage seen = browser.seen();
    Object below =
        browser.script(
            "return Math.ceil(document.querySelector('nav').getBoundingClientRect().bottom)");
    Set<Integer> colours = new HashSet<>();
    for (int y = ((Long) below).intValue(); y < seen.getHeight(); y++) {
      for (int x = 0; x < seen.getWidth() && colours.size() <= FEW_COLOURS; x++) {
        colours.add(seen.getRGB(x, y));
      }
    }
    return colours.size();
  }

  @Test
  void everyReportHasItsResultBesideIt() throws IOException {
    assertThat(markup(target.resolve("reports/dns-java/report.html")))
        .contains("href=\"../dns-java.json\"")
        .doesNotContain("href=\"result.json\"");
    assertThat(markup(target.resolve("reports/syncookie-shards.html")))
        .contains("href=\"syncookie-shards.json\"")
        .doesNotContain("href=\"result.json\"");
    assertThat(target.resolve("reports/dns-java.json"))
        .hasSameBinaryContentAs(ROOT.resolve("results/reference/dns-java.json"));
  }

  @Test
  void everyReportHasThePicturesAndTheFilesOfItsEvidence() throws IOException {
    List<StoredRun.Finished> bundled = new RunStore(ROOT.resolve("results")).bundled();
    assertThat(bundled).isNotEmpty();
    for (StoredRun.Finished run : bundled) {
      Path page = Path.of("reports", run.bundle().orElseThrow().name(), Reports.PAGE);
      assertThat(pages).contains(page);
      assertThat(run.bundle().orElseThrow().files())
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(target.resolve(page).resolveSibling(file))
                      .hasBinaryContent(Files.readAllBytes(run.folder().resolve(file))));
    }
    assertThat(markup(target.resolve("reports/dns-java/report.html")))
        .contains("data-chart=\"waterfall-", "href=\"evidence/");
    assertThat(markup(target.resolve("reports/syncookie/report.html")))
        .contains("data-chart=\"tcp-", "href=\"evidence/");
    assertThat(markup(target.resolve("reports/index.html")))
        .contains("href=\"dns-java/report.html\"", "href=\"syncookie-shards.html\"");
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
