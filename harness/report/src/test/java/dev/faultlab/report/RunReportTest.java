package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Metric;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.Golden;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.SampleRun;
import dev.faultlab.result.StoredRun;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** A run in every format but the page. */
class RunReportTest {
  private static final String PAGE = "results/sample/20260102T030405Z-abcd/report.html";

  @Test
  void theEndOfARunFitsAScreen() {
    Golden.check("end.txt", end(SampleRun.asExpected(), 100, false));
    Golden.check("end-contradicted.txt", end(SampleRun.contradicted(), 100, false));
    Golden.check("end-inconclusive.txt", end(SampleRun.inconclusive(), 100, false));
  }

  /** At most 25 lines on a terminal of 100 columns, whatever the number of points. */
  @Test
  void theEndOfEveryCommittedRunFitsAScreen() throws IOException {
    List<StoredRun.Finished> runs = new RunStore(Path.of("../../results")).bundled();
    assertThat(runs).hasSizeGreaterThan(10);
    for (StoredRun.Finished run : runs) {
      String end = end(run.result(), 100, false);
      assertThat(end.lines().count()).as(run.lab() + "/" + run.id()).isLessThanOrEqualTo(25);
      assertThat(end).contains("Verdict: ", "Report: ");
      run.result().outcomes().stream()
          .filter(o -> o.judgement() == Judgement.CONTRADICTED)
          .forEach(o -> assertThat(end).contains(o.point().variant()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 80, 100, 132})
  void theTerminalKeepsItsWidth(int width) {
    // A table of seven columns has no room on a narrower screen.
    String verbose = verbose(SampleRun.contradicted(), Math.max(100, width));
    for (String text : List.of(end(SampleRun.contradicted(), width, false), verbose)) {
      assertThat(text.lines())
          .filteredOn(line -> !line.startsWith("Report: "))
          .allSatisfy(
              line ->
                  assertThat(line.length())
                      .isLessThanOrEqualTo(text.equals(verbose) ? Math.max(100, width) : width));
    }
  }

  @Test
  void whatIsNotAsExpectedIsShownEvenIfNotEverythingFits() {
    RunSummary end = new RunSummary(SampleRun.contradicted(), FoundFixes.NONE);
    String text = new TerminalRenderer(new Screen(100, false)).render(end.document(1));
    assertThat(text)
        .contains("CONTRADICTED")
        .containsPattern("and [0-9]+ more rows, all as expected")
        .doesNotContain("no fault, as expected");
  }

  @Test
  void pointsThatDifferHaveRowsOfTheirOwn() throws IOException {
    RunStore store = new RunStore(Path.of("../../results"));
    assertThat(end(store.find("reference/syncookie-cures").result(), 140, false))
        .containsPattern("rush, cure none +lost-window-scale present 5/5 ")
        .containsPattern("rush, cure +lost-window-scale absent 35/35 .*\nbacklog,kill-sick,");
    RunResult run = store.find("reference/syncookie").result();
    assertThat(end(run, 100, false))
        .containsPattern("cookies, kernel unfixed +lost-window-scale present 10/10.* fault, as exp")
        .containsPattern("cookies, kernel fixed, .* +lost-window-scale absent 5/5.* no fault, as");
    for (String format : List.of(summary(run), junit(run))) {
      assertThat(format).contains("cookies@kernel=unfixed@listener=v4");
      assertThat(format).contains("cookies@kernel=fixed@listener=v4");
    }
  }

  @Test
  void aControlIsComparedWithTheSideThatShowsTheFaultLeast() {
    RunResult run = SampleRun.asExpected();
    Outcome fault = run.outcomes(SampleRun.point("shared-name", 17)).get(0);
    Outcome control = run.outcomes(SampleRun.point("own-name", 17)).get(0);
    List<Observation> rare = new ArrayList<>(fault.observations().subList(0, 3));
    rare.addAll(control.observations().subList(0, 2));
    List<Outcome> seen = new ArrayList<>(run.outcomes());
    seen.add(
        Judge.outcome(
            SampleRun.point("rare", 17),
            fault.signature(),
            fault.expectation(),
            fault.dependsOn(),
            rare));
    RunResult more =
        run.with(run.points(), run.stacks(), seen, run.effects(), run.measurements(), run.trials());
    assertThat(ResultRow.excluded(more)).last().asString().contains("at most 8.3 % of runs");
  }

  @Test
  void verboseShowsEveryTable() {
    Golden.check("verbose.txt", verbose(SampleRun.contradicted(), 120));
  }

  @Test
  void colourAddsNothingButColour() {
    String coloured = end(SampleRun.contradicted(), 120, true);
    assertThat(coloured).contains("\u001b[1;31mCONTRADICTED\u001b[0m");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", ""))
        .isEqualTo(end(SampleRun.contradicted(), 120, false));
  }

  @Test
  void markdownShowsARun() {
    Golden.check("summary.md", summary(SampleRun.asExpected()));
    assertThat(summary(SampleRun.asExpected()))
        .contains("ttl 30 \\| a &lt;b>cache&lt;/b>")
        .doesNotContain("<b>");
    assertThat(summary(SampleRun.inconclusive()))
        .contains("### Obstacles", "| calibration | delay | delay of stack a: 14.2 ms, 10 set");
    assertThat(summary(SampleRun.withoutItsSecondStack()))
        .contains("| `sample-2`<br>**did not start**: no memory |  |  |");
    assertThat(summary(SampleRun.contradicted()))
        .as("every trial of a contradiction")
        .contains("evidence/own-name%40jdk%3D17/5/dns.pcap");
  }

  @Test
  void samplesHaveTheUnitOfTheirMedian() {
    RunResult run = SampleRun.asExpected();
    Metric metric = new Metric("latency", "Latency", "us", false, "a.json#/l", Optional.empty());
    Measurement slow =
        Measurements.of(
            metric,
            SampleRun.point("shared-name", 17),
            Map.of(),
            List.of(5_100_000.0, 5_200_000.0, 5_300_000.0));
    assertThat(summary(SampleRun.with(run, List.of(), List.of(slow), run.trials())))
        .containsPattern("\\| 5\\.2 \\[[0-9., ]+\\] s \\| 3 \\| 5\\.1 5\\.2 5\\.3 \\|");
  }

  @Test
  void aTrialKeepsItsNumber() {
    assertThat(summary(SampleRun.withLaterTrials()))
        .contains("| `shared-name@jdk=17` | 11 | threads asking at once |")
        .doesNotContain("| `shared-name@jdk=17` | 1 |");
    assertThat(junit(SampleRun.withLaterTrials()))
        .contains("trial 11: PRESENT", "trial 15: PRESENT")
        .doesNotContain("trial 1:");
  }

  @Test
  void junitHasATestCasePerPointAndSignature() throws Exception {
    Golden.check("junit-contradicted.xml", junit(SampleRun.contradicted()));
    for (RunResult run :
        List.of(SampleRun.asExpected(), SampleRun.contradicted(), SampleRun.inconclusive())) {
      Element suite = parse(junit(run));
      Map.of("tests", "testcase", "failures", "failure", "errors", "error")
          .forEach(
              (count, element) ->
                  assertThat(suite.getAttribute(count))
                      .isEqualTo(String.valueOf(suite.getElementsByTagName(element).getLength())));
    }
    Element open = parse(junit(SampleRun.inconclusive()));
    assertThat(open.getAttribute("errors")).isEqualTo("1");
    assertThat(open.getAttribute("failures")).isEqualTo("0");
  }

  private static String end(RunResult result, int width, boolean colour) {
    return new Reports(new Screen(width, colour), FoundFixes.NONE)
        .terminal(result, Optional.of(Path.of(PAGE)), false);
  }

  private static String verbose(RunResult result, int width) {
    return new Reports(new Screen(width, false), FoundFixes.NONE)
        .terminal(result, Optional.of(Path.of(PAGE)), true);
  }

  private static String summary(RunResult result) {
    return new MarkdownRenderer().render(new RunReport(result).summary());
  }

  private static String junit(RunResult result) {
    return new RunChecks(result).junit().render(new RunReport(result).summary());
  }

  private static Element parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }
}
