package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.ColourScheme;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opens the page in a headless Chromium, where there is one. */
class HtmlReportInBrowserTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void drawsEveryChartInBothThemesAndTellsItsFiguresWithTheUnit(ColourScheme look)
      throws IOException {
    assumeTrue(Browser.isInstalled(), Browser.MISSING);
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, folder);
    Files.writeString(
        folder.resolve("evidence/own-name@jdk=17/1/one.timeline.json"),
        "{\"name\": \"latency\", \"unit\": \"ms\", \"points\": [[1000, 2], [2000, 3]]}");
    Path page = folder.resolve("report.html");
    // What is folded away is not drawn.
    String open = SampleEvidence.page(result, folder).replace("<details", "<details open");
    Files.writeString(page, open);
    try (Browser browser = Browser.start(look, folder.resolve("shots"))) {
      browser.open(page.toUri().toString());
      assertThat(browser.script("return getComputedStyle(document.documentElement).colorScheme"))
          .isEqualTo(look.name().toLowerCase(Locale.ROOT));
      // Chart.js sets the size of a canvas when it draws it.
      assertThat(
              browser.script(
                  "return [...document.querySelectorAll('canvas')]"
                      + ".filter((c) => !c.style.width || !c.hasAttribute('width'))"
                      + ".map((c) => c.dataset.chart)"))
          .asInstanceOf(InstanceOfAssertFactories.LIST)
          .isEmpty();
      assertThat(browser.all("canvas")).hasSizeGreaterThan(12);
      assertThat(tooltip(browser, "strip-lookups-per-second", 0))
          .contains(", one trial: 86.1 1/s (median 86.1 [");
      assertThat(tooltip(browser, "power", 4))
          .matches("trials: \\d+: a fault of 10 % shows in [\\d.]+ % of runs");
      assertThat(tooltip(browser, "waterfall-shared-name-jdk-17-dns-pcap", 0))
          .matches("frame \\d+: backend\\.lab A, answered in frame \\d+, 10\\.5 ms");
      assertThat(tooltip(browser, "timeline-own-name-jdk-17-latency", 1))
          .isEqualTo("latency: 3 ms at 1.0000 s");
      browser.requireNoComplaint();
    }
  }

  @Test
  void whatIsFoldedAwayIsDrawnWhenALinkOpensIt() throws IOException {
    assumeTrue(Browser.isInstalled(), Browser.MISSING);
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, folder);
    Path page = folder.resolve("report.html");
    Files.writeString(page, SampleEvidence.page(result, folder));
    try (Browser browser = Browser.start(ColourScheme.LIGHT, folder.resolve("shots"))) {
      browser.open(page.toUri().toString());
      assertThat(drawn(browser, "")).isEqualTo(browser.all("#picture canvas").size());
      assertThat(browser.all("main details[open]")).isEmpty();

      browser.click("nav a[href='#effects']");
      browser.await("#effects[open]");
      browser.awaitTrue("[...document.querySelectorAll('#effects canvas')].every(Chart.getChart)");
      assertThat(drawn(browser, "#evidence ")).isZero();

      // Folded by hand, and the same link again.
      browser.script("document.getElementById('effects').open = false");
      browser.click("nav a[href='#effects']");
      browser.await("#effects[open]");
      browser.requireNoComplaint();
    }
  }

  /** What the page says of a mark of a chart's first row or line while the mouse is on it. */
  private static String tooltip(Browser browser, String chart, int mark) {
    return (String)
        browser.script(
            "const canvas = document.querySelector(`canvas[data-chart='${arguments[0]}']`);"
                + "const { tooltip } = Chart.getChart(canvas);"
                + "const on = { datasetIndex: 0, index: arguments[1] };"
                + "tooltip.setActiveElements([on], { x: 0, y: 0 });"
                + "return tooltip.body[0].lines[0]",
            chart,
            mark);
  }

  /** How many charts there are in what matches. */
  private static int drawn(Browser browser, String css) {
    Object charts =
        browser.script(
            "return [...document.querySelectorAll(arguments[0] + 'canvas')]"
                + ".filter((c) => Chart.getChart(c)).length",
            css);
    return ((Long) charts).intValue();
  }
}
