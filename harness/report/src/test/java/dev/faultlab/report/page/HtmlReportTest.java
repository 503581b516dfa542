package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.files.Json;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  /** The page of a run as expected, which most tests look at. */
  @TempDir private static Path shared;

  private static String page;

  @TempDir private Path run;

  @BeforeAll
  static void render() throws IOException {
    SampleEvidence.write(SampleRun.asExpected(), shared);
    page = SampleEvidence.page(SampleRun.asExpected(), shared);
  }

  @Test
  void opensWithTheVerdictAndAFaultThatIsThereIsNotGreen() throws IOException {
    assertThat(page)
        .contains("class=\"judgement\">the fault is there where it is expected, and only there<")
        .contains("class=\"reason\">as expected: every variant")
        .contains("<span class=\"badge found\">✓ fault is there, as expected</span>")
        .contains("<span class=\"badge good\">✓ no fault, as expected</span>");
    assertThat(render(SampleRun.contradicted()))
        .containsSubsequence(
            "class=\"judgement\">contradicted<",
            "own-name@jdk=17, serialised-lookups: expected absent",
            "<table",
            "<span class=\"badge bad\">✗ contradicted</span>");
  }

  @Test
  void belowThePictureEverythingAsExpectedIsFolded() throws IOException {
    String below = withoutScripts(page).substring(page.indexOf("<section id=\"picture\">"));
    for (String id : List.of("table", "effects", "conditions", "provenance")) {
      assertThat(below).contains("<details class=\"fold\" id=\"" + id + "\"><summary><h2>");
    }
    assertThat(below)
        .contains("<details class=\"card\" id=\"cell-own-name-jdk-17\">")
        .doesNotContainPattern("<details[^>]* open>");
    for (String element : List.of("details", "section", "div", "figure", "table")) {
      assertThat(page.split("<" + element + "[ >]", -1))
          .hasSameSizeAs(page.split("</" + element + ">", -1));
    }
    assertThat(withoutScripts(render(SampleRun.contradicted())))
        .contains("<details class=\"fold\" id=\"table\" open>")
        .contains("<details class=\"card\" id=\"cell-own-name-jdk-17\" open>")
        .contains("<details class=\"card\" id=\"cell-shared-name-jdk-17\">")
        .contains("<details class=\"fold\" id=\"conditions\">");
    assertThat(withoutScripts(render(SampleRun.inconclusive())))
        .contains("<details class=\"fold\" id=\"table\" open>")
        .contains("<details class=\"fold\" id=\"conditions\" open>")
        .containsSubsequence("<h3>Obstacles</h3>", "<td>calibration</td><td>delay</td>")
        .containsSubsequence("<h3>What ran</h3>", "<code>sample-1</code>", "Temurin")
        .contains("<code>threads@jdk=25</code>");
  }

  @Test
  void loadsNothingAndEveryLinkLeadsSomewhere() throws IOException {
    assertThat(page).contains("Content-Security-Policy").contains("default-src 'none'");
    assertThat(page).doesNotContain("<img").doesNotContain("@import").doesNotContain("sourceMapp");
    Matcher links = Pattern.compile("(?:src|href)=\"([^\"]*)\"").matcher(withoutScripts(page));
    int found = 0;
    while (links.find()) {
      String link = links.group(1);
      assertThat(link).matches("#.*|data:,|evidence/.*|result.json|junit.xml|summary.md");
      if (link.startsWith("#")) {
        assertThat(page).contains("id=\"" + link.substring(1) + "\"");
      } else if (link.startsWith("evidence/")) {
        assertThat(shared.resolve(java.net.URLDecoder.decode(link, "UTF-8"))).exists();
      }
      found++;
    }
    assertThat(found).isGreaterThan(40);
    assertThat(page).contains("</a> <small>frame 17</small>");
  }

  @Test
  void everyChartHasItsDataAndAllDataIsDrawn() throws IOException {
    JsonNode charts = charts(page);
    Set<String> drawn = new HashSet<>();
    Matcher canvas = Pattern.compile("data-chart=\"([^\"]+)\"").matcher(page);
    while (canvas.find()) {
      assertThat(charts.has(canvas.group(1))).as(canvas.group(1)).isTrue();
      drawn.add(canvas.group(1));
    }
    charts.fieldNames().forEachRemaining(id -> assertThat(drawn).contains(id));
    assertThat(drawn)
        .contains(
            "ratio-lookups-per-second",
            "strip-lookups-per-second",
            "waterfall-shared-name-jdk-17-dns-pcap-hero",
            "flight-own-name-jdk-17-dns-pcap",
            "tcp-shared-name-jdk-17-tcp-pcap");
    JsonNode fault = charts.get("waterfall-shared-name-jdk-17-dns-pcap-hero");
    JsonNode control = charts.get("waterfall-own-name-jdk-17-dns-pcap-hero");
    assertThat(fault.get("span").asDouble())
        .as("one scale")
        .isEqualTo(control.get("span").asDouble())
        .isGreaterThan(400);
    assertThat(control.get("bars")).allMatch(bar -> bar.get("to").asDouble() < 100);
    assertThat(highest(charts.get("flight-shared-name-jdk-17-dns-pcap"))).isEqualTo(1);
    assertThat(highest(charts.get("flight-own-name-jdk-17-dns-pcap"))).isEqualTo(8);
    assertThat(charts.get("flight-shared-name-jdk-17-dns-pcap").get("yMax").asDouble())
        .isEqualTo(8);
  }

  @Test
  void withoutLookupsThePictureIsOfWindows() throws IOException {
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, run);
    Path fault = run.resolve("evidence/shared-name@jdk=17/1");
    Path control = run.resolve("evidence/own-name@jdk=17/1");
    Files.delete(fault.resolve("dns.pcap"));
    Files.delete(control.resolve("dns.pcap"));
    Files.copy(fault.resolve("tcp.pcap"), control.resolve("tcp.pcap"));
    String page = SampleEvidence.page(result, run);
    // 40 segments, each acknowledged before the next: a window of 789 * 2^1 bytes.
    assertThat(page).contains("56,000 bytes in 40 rounds, at most 1,400 in flight");
    assertThat(page.split("values below 100 bytes are drawn at the lower edge", -1))
        .hasSizeGreaterThan(3);
    JsonNode charts = charts(page);
    JsonNode left = charts.get("tcp-shared-name-jdk-17-tcp-pcap-hero");
    JsonNode right = charts.get("tcp-own-name-jdk-17-tcp-pcap-hero");
    assertThat(left.get("xMax")).isEqualTo(right.get("xMax"));
    assertThat(left.get("xMax").asDouble()).isPositive();
    assertThat(left.get("lines").findValuesAsText("role")).containsExactly("WINDOW", "FLIGHT");
    JsonNode window = left.get("lines").get(0).get("xy");
    assertThat(window.get(window.size() - 1).asDouble()).isEqualTo(1578);
  }

  @Test
  void everyRoleHasAColourOfItsOwnInBothThemes() throws IOException {
    String axes = Files.readString(Path.of("src/main/resources/report/axes.js"));
    String css = Files.readString(Path.of("src/main/resources/report/page.css"));
    List<String> colours = new ArrayList<>();
    for (Charts.Role role : Charts.Role.values()) {
      String name = "--" + role.name().toLowerCase(Locale.ROOT);
      assertThat(axes).contains(role.name() + ": '" + name + "'");
      Matcher colour = Pattern.compile(name + ": (#[0-9a-f]{6});").matcher(css);
      while (colour.find()) {
        colours.add(colour.group(1));
      }
    }
    assertThat(colours).hasSize(2 * Charts.Role.values().length).doesNotHaveDuplicates();
  }

  @Test
  void theCountsAreShownOnceAndTheOneThatDecidesIsMarkedInTheEvidence() {
    assertThat(page.split("<figure class=\"counts\">")).hasSize(2);
    assertThat(page.substring(page.indexOf("<section id=\"evidence\">")))
        .contains(
            "outstanding <span class=\"tag decides\">decides</span></th><th>threads asking at once</th>");
  }

  @Test
  void aRunWithoutEvidenceOrWithoutAStackIsShownAllTheSame() throws IOException {
    Path nowhere = run.resolve("nowhere");
    String open = SampleEvidence.page(SampleRun.inconclusive(), nowhere);
    assertThat(open).contains("class=\"judgement\">inconclusive<").contains("are not here");
    assertThat(charts(open).has("strip-lookups-per-second")).isTrue();
    assertThat(SampleEvidence.page(SampleRun.withoutItsSecondStack(), nowhere))
        .contains("<b>did not start</b>: no memory");
    assertThat(withoutScripts(SampleEvidence.page(SampleRun.withLaterTrials(), nowhere)))
        .contains("<td>trial 11</td>", "<td>trial 15</td>")
        .doesNotContain("<td>trial 1</td>");
    String alone = SampleEvidence.page(SampleRun.asExpected(), nowhere, "sample.json");
    assertThat(withoutScripts(alone))
        .contains("Everything on this page is in <a href=\"sample.json\">sample.json</a>.</p>")
        .doesNotContain("result.json", "junit.xml", "summary.md");
  }

  @Test
  void aCutCaptureIsSaidSoInPlace() throws IOException {
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, run);
    Path capture = run.resolve("evidence/own-name@jdk=17/1/dns.pcap");
    byte[] whole = Files.readAllBytes(capture);
    Files.write(capture, java.util.Arrays.copyOf(whole, whole.length - 30));
    assertThat(SampleEvidence.page(result, run))
        .contains("evidence/own-name@jdk=17/1/dns.pcap: truncated in frame");
  }

  @Test
  void aFileThatCannotBeDrawnIsNamedInPlaceOfItsChart() throws IOException {
    RunResult result = SampleRun.asExpected();
    SampleEvidence.write(result, run);
    Path trial = run.resolve("evidence/own-name@jdk=17/1");
    Map<String, String> timelines =
        Map.of(
            "one", "[[1000, 5], [3500, 900]]",
            "other", "[[2000, 0], [4000, 77]]",
            "sick", "[[1700000000123, ]",
            "words", "[[2000, 1], [null, 2]]",
            "none", "[]");
    for (Map.Entry<String, String> file : timelines.entrySet()) {
      Files.writeString(
          trial.resolve(file.getKey() + ".timeline.json"),
          "{\"name\": \"latency\", \"unit\": \"ms\", \"points\": " + file.getValue() + "}");
    }
    String page = SampleEvidence.page(result, run);
    assertThat(page)
        .contains(
            "trial 1: sick.timeline.json cannot be drawn: not JSON",
            "words.timeline.json cannot be drawn: point 2 is no time with a value",
            "none.timeline.json cannot be drawn: it has no points")
        .contains("data-chart=\"timeline-own-name-jdk-17-latency\"")
        .contains("data-chart=\"timeline-own-name-jdk-17-latency-2\"");
    assertThat(charts(page).get("timeline-own-name-jdk-17-latency").toString())
        .contains("[0.0,5.0,2.5,900.0]", "\"xMax\":3.0");
    assertThat(charts(page).get("timeline-own-name-jdk-17-latency-2").toString())
        .as("on the same axis")
        .contains("[1.0,0.0,3.0,77.0]", "\"xMax\":3.0");
  }

  @Test
  void aRatioThatReachesZeroLeavesTheOthersDrawn() throws IOException {
    RunResult run = SampleRun.asExpected();
    List<Effect> effects = new ArrayList<>(run.effects());
    Effect first = effects.get(0);
    effects.set(
        0,
        new Effect(
            first.metric(),
            first.within(),
            first.fault(),
            first.control(),
            first.faultMedian(),
            first.controlMedian(),
            Optional.of(new Estimate(0.5, 0, 1, 5)),
            1,
            false));
    String page = render(SampleRun.with(run, effects, run.measurements(), run.trials()));
    assertThat(page).contains("1 not drawn, because a side is zero or its interval includes zero");
    assertThat(charts(page).get("ratio-lookups-per-second").get("rows"))
        .hasSize(effects.size() - 1)
        .allMatch(row -> row.get("low").asDouble() > 0);
  }

  private String render(RunResult result) throws IOException {
    SampleEvidence.write(result, run);
    return SampleEvidence.page(result, run);
  }

  private static double highest(JsonNode steps) {
    double highest = 0;
    for (JsonNode line : steps.get("lines")) {
      for (int i = 1; i < line.get("xy").size(); i += 2) {
        highest = Math.max(highest, line.get("xy").get(i).asDouble());
      }
    }
    return highest;
  }

  private static JsonNode charts(String page) throws IOException {
    String opening = "<script type=\"application/json\" id=\"charts\">";
    int from = page.indexOf(opening) + opening.length();
    return Json.MAPPER.readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  private static String withoutScripts(String page) {
    return page.substring(0, page.indexOf("<script"));
  }
}
