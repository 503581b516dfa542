package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.faultlab.browser.Browser;
import dev.faultlab.browser.Browser.Look;
import dev.faultlab.report.SampleRun;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page in a headless Chromium, where there is one on the PATH. */
class HtmlReportInBrowserTest {
  private static final int LIGHT = 1;
  private static final int DARK = 0;

  @TempDir Path folder;

  @Test
  void drawsEveryChartInBothThemesWithoutAnError() throws Exception {
    Optional<String> chromium = chromium();
    assumeTrue(chromium.isPresent(), "no chromium on the PATH");
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, folder);
    Path page = folder.resolve("report.html");
    // What is folded away is not drawn.
    String open = new HtmlReport().render(result, folder).replace("<details", "<details open");
    Files.writeString(page, open);
    for (int scheme : new int[] {LIGHT, DARK}) {
      Path dom = folder.resolve("dom.html");
      Path log = folder.resolve("log.txt");
      run(chromium.get(), scheme, page, dom, log);
      String drawn = Files.readString(dom);
      assertThat(Files.readString(log)).doesNotContain("CONSOLE").doesNotContain("Uncaught");
      // Shown short, or a failure prints the whole page.
      String opening = drawn.substring(0, Math.min(200, drawn.length()));
      assertThat(opening).contains("data-theme=\"" + (scheme == DARK ? "dark" : "light") + "\"");
      Matcher canvas = Pattern.compile("<canvas[^>]*>").matcher(drawn);
      int count = 0;
      while (canvas.find()) {
        // Chart.js sets the size of a canvas when it draws it.
        assertThat(canvas.group()).contains("style=\"").contains("width=");
        count++;
      }
      assertThat(count).isGreaterThan(15);
    }
  }

  @Test
  void whatIsFoldedAwayIsDrawnWhenALinkOrThePrinterOpensIt() throws IOException {
    assumeTrue(Browser.here(), "no chromium and chromedriver on the PATH");
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, folder);
    Path page = folder.resolve("report.html");
    Files.writeString(page, new HtmlReport().render(result, folder));
    try (Browser browser = Browser.start(Look.LIGHT, folder.resolve("shots"))) {
      browser.open(page.toUri().toString());
      int all = browser.all("canvas").size();
      assertThat(drawn(browser, "")).isEqualTo(browser.all("#picture canvas").size());
      assertThat(browser.all("main details[open]")).isEmpty();

      browser.click("nav a[href='#effects']");
      browser.await("#effects[open]");
      browser.awaitTrue("[...document.querySelectorAll('#effects canvas')].every(Chart.getChart)");
      assertThat(drawn(browser, "#distributions ")).isZero();

      browser.script("dispatchEvent(new Event('beforeprint'))");
      assertThat(browser.all("details:not([open])")).isEmpty();
      assertThat(drawn(browser, "")).isEqualTo(all);
      browser.script("dispatchEvent(new Event('afterprint'))");
      assertThat(browser.all("main details[open]")).hasSize(1);

      // Folded by hand, and the same link again.
      browser.script("document.getElementById('effects').open = false");
      browser.click("nav a[href='#effects']");
      browser.await("#effects[open]");
      browser.requireNoComplaint();
    }
  }

  @Test
  void whateverIsPointedAtTellsItsFigureWithTheUnit() throws IOException {
    assumeTrue(Browser.here(), "no chromium and chromedriver on the PATH");
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, folder);
    Files.writeString(
        folder.resolve("evidence/own-name@jdk=17/1/one.timeline.json"),
        "{\"name\": \"latency\", \"unit\": \"ms\", \"points\": [[1000, 2], [2000, 3]]}");
    Path page = folder.resolve("report.html");
    String open = new HtmlReport().render(result, folder).replace("<details", "<details open");
    Files.writeString(page, open);
    try (Browser browser = Browser.start(Look.LIGHT, folder.resolve("shots"))) {
      browser.open(page.toUri().toString());
      assertThat(told(browser, "strip-lookups-per-second", 0))
          .contains(", one trial: 86.1 1/s (median 86.1 [");
      assertThat(told(browser, "sweep-lookups-per-second-threads", 2)).endsWith(": 88 1/s");
      assertThat(told(browser, "distribution-jdk-17", 0))
          .matches("\\S+, threads \\d+: [0-9.]+ ms at 0 %");
      assertThat(told(browser, "waterfall-shared-name-jdk-17-dns-pcap", 0))
          .matches("backend\\.lab A, frame \\d+, answered in frame \\d+: 10\\.5 ms");
      assertThat(told(browser, "timeline-own-name-jdk-17-latency", 1))
          .isEqualTo("latency: 3 ms at 1.0000 s");
      browser.requireNoComplaint();
    }
  }

  /** What the page says of a mark of a chart's first row or line while the mouse is on it. */
  private static String told(Browser browser, String chart, int mark) {
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

  private static void run(String chromium, int scheme, Path page, Path dom, Path log)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                chromium,
                "--headless=new",
                "--disable-gpu",
                "--no-sandbox",
                "--user-data-dir=" + page.resolveSibling("profile-" + scheme),
                "--blink-settings=preferredColorScheme=" + scheme,
                "--window-size=1400,3000",
                "--virtual-time-budget=5000",
                "--enable-logging=stderr",
                "--dump-dom",
                page.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("chromium ended").isTrue();
  }

  private static Optional<String> chromium() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> Stream.of(path.split(":")).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
