package dev.faultlab.upgrade;

import static dev.faultlab.upgrade.SampleUpgrade.CHARSET;
import static dev.faultlab.upgrade.SampleUpgrade.LABS;
import static dev.faultlab.upgrade.SampleUpgrade.at;
import static dev.faultlab.upgrade.SampleUpgrade.charset;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.servicecheck.CheckRow;
import dev.faultlab.upgrade.page.UpgradeReport;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answer, its sentence and its file. */
class UpgradeResultTest {
  private static final BiFunction<Point, String, String> EXPECTED = SyntheticRun.expected(CHARSET);

  /** What a variant shows on JDK 8 and on 17, while everything else is as the lab expects it. */
  @ParameterizedTest
  @CsvSource({
    "one-name, AA, AA, NOTHING_WORSE, 0, still absent",
    "three-names, PP, AA, NOTHING_WORSE, 0, gone",
    "three-names, PP, PP, NOTHING_WORSE, 0, still there",
    "one-name, AA, BB, NOTHING_WORSE, 0, changed reason",
    "one-name, AA, PP, WORSE, 1, 'one-name, jars 300: provider-lookups, lookup-allocation appeared'",
    "one-name, AA, AU, CANNOT_TELL, 2, one-name",
    "one-name, AU, AU, CANNOT_TELL, 2, it is fact-missing",
  })
  void everyChangeHasItsExitStatus(
      String variant, String before, String after, Answer answer, int status, String message) {
    UpgradeResult result = showing(variant, before, after);
    assertThat(result.answer()).isEqualTo(answer);
    assertThat(result.answer().exitStatus()).isEqualTo(status);
    assertThat(result.sentence())
        .contains(message)
        .contains("from jdk 8 to jdk 17")
        .endsWith(" What is absent shows in fewer than 78 % of trials.");
    assertThat(result.rows())
        .allSatisfy(
            row -> {
              CandidateChange change = row.candidates().get(0);
              boolean gone = change.change() == Change.GONE;
              assertThat(
                      change.reason().contains("17 % of runs would be absent 2/2 beside present"))
                  .isEqualTo(gone || change.reason().startsWith("jdk 8: its trials disagree"));
            });
  }

  @Test
  void theSentenceCountsEverythingThatWasLeftOut() {
    UpgradeResult result = result((point, signature) -> "PP", "jdk=17");
    int open = result.leftOut().size();
    assertThat(open).isPositive();
    assertThat(result.sentence()).contains("left out, with reasons: " + open + ")");
  }

  @Test
  void whereNothingStartsNothingIsCompared() {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", "jdk=17");
    SyntheticRun run = all.run().starting(point -> false);
    assertThat(all.result(run).answer()).isEqualTo(Answer.CANNOT_TELL);
  }

  @Test
  void aLabWithoutAResultIsNoAllClear() {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", "jdk=17");
    LabComparison failed = LabComparison.notRun(all.scope(), "the engine does not answer");
    LabComparison empty =
        new LabComparison(
            "charset",
            Optional.of("run"),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of());
    for (LabComparison lab : List.of(failed, empty)) {
      UpgradeResult result = all.result(lab);
      assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
      assertThat(result.sentence())
          .contains(lab.failure().map("lab charset: "::concat).orElse("nothing was compared"));
      assertValid(result);
    }
  }

  @Test
  void eachCandidateHasItsAnswerAndTheWorstDecides() {
    UpgradeResult result =
        result(
            (point, signature) ->
                point.variant().equals("one-name") && at(point, 25)
                    ? "PP"
                    : EXPECTED.apply(point, signature),
            "jdk=17",
            "jdk=25");
    assertThat(result.candidates())
        .extracting(CandidateAnswer::answer)
        .containsExactly(Answer.NOTHING_WORSE, Answer.WORSE);
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentence())
        .isEqualTo(
            "1 of 2 candidates, something got worse: jdk 25; 1 of 2 candidates, nothing got worse:"
                + " jdk 17.");
  }

  /** Trials at 8, at 17, their median there, and an obstacle. */
  @ParameterizedTest
  @CsvSource({
    "10, 10, 100, NONE, NOTHING_WORSE",
    "10, 10, 200, NONE, WORSE",
    "10, 10, 50, NONE, NOTHING_WORSE",
    "10, 10, 200, CALIBRATION, CANNOT_TELL",
    "10, 0, 100, NONE, CANNOT_TELL",
    "10, 9, 100, NONE, CANNOT_TELL",
  })
  void metricsDecideInTheFullForm(int before, int after, double now, String reason, Answer answer) {
    SampleUpgrade all = charset(RunForm.FULL, "jdk=8", "jdk=17");
    SyntheticRun run = all.run().asExpected();
    run.measuring(cpu(all, 8, 100, before)).measuring(cpu(all, 17, now, after));
    if (!reason.equals("NONE")) {
      run.meeting(Obstacle.Kind.valueOf(reason), "delay", "delay: 14 ms, 10 set");
    }
    UpgradeResult result = all.result(run);
    assertThat(result.answer()).isEqualTo(answer);
    assertValid(result);
  }

  /** What has no signature and leaves no metric behind is told all the same. */
  @ParameterizedTest
  @CsvSource({
    "A, NOTHING_WORSE, Nothing got worse",
    "F, CANNOT_TELL, 'threads, coredns 1.15.0, threads 1, metrics: jdk 25, coredns 1.15.0, threads 1:"
        + " a trial failed'"
  })
  void aVariantThatIsOnlyMeasuredAndCouldNotBeIsOpen(String each, Answer answer, String message) {
    Upgrade upgrade = SampleUpgrade.of(RunForm.FULL, "jdk=17", "jdk=25");
    SampleUpgrade all =
        new SampleUpgrade(upgrade, SampleUpgrade.scope(upgrade, LABS.read("dns-java")));
    SyntheticRun run =
        all.run()
            .asExpected()
            .ending(point -> point.variant().equals("threads") && at(point, 25) ? each : "A");
    UpgradeResult result = all.result(run);
    assertThat(result.answer()).isEqualTo(answer);
    assertThat(result.sentence()).contains(message);
    assertValid(result);
  }

  /** Those that are left are not all that were to be measured. */
  @Test
  void aMetricOfTrialsOfWhichSomeFailedIsOpen() {
    SampleUpgrade all = charset(RunForm.FULL, "jdk=8", "jdk=17");
    SyntheticRun run =
        all.run()
            .seeing(
                (point, signature) ->
                    point.variant().equals("by-name") && at(point, 17)
                        ? "PF"
                        : EXPECTED.apply(point, signature));
    run.measuring(cpu(all, 8, 100, 10)).measuring(cpu(all, 17, 100, 10));
    UpgradeResult result = all.result(run);
    assertThat(result.labs().get(0).costs())
        .singleElement()
        .satisfies(
            cost ->
                assertThat(cost.candidates().get(0).orElseThrow().reason())
                    .startsWith("jdk 17, jars 0: a trial failed"));
    assertValid(result);
  }

  @Test
  void aFactOfEachTrialThatChangesIsListedWithoutAVerdict() throws IOException {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", "jdk=17");
    SyntheticRun run = all.run().asExpected();
    UpgradeResult result = all.result(run.finding(point -> at(point, 8) ? 50_112 : 65_535));
    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertValid(result);
    FactChange fact = result.labs().get(0).facts().get(0);
    assertThat(List.of(fact.title(), fact.before(), fact.after()))
        .containsExactly("largest window", "50,112", "65,535");
    Document report = new UpgradeReport(result).document();
    for (String text :
        List.of(
            new TerminalRenderer(new Screen(200, false)).render(report),
            new MarkdownRenderer().render(report),
            new HtmlRenderer("").render(report))) {
      assertThat(text).contains("largest window: 65,535 instead of 50,112");
    }
    UpgradeResult same = all.result(run.finding(point -> 50_112));
    assertThat(same.labs().get(0).facts()).isEmpty();
  }

  @Test
  void whatChangesAsWellIsListed() {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", "jdk=17");
    SyntheticRun run =
        all.run()
            .asExpected()
            .running(
                cell ->
                    Map.of(
                        "jdk",
                        "openjdk " + cell.settings().get("jdk") + ".0.1; JRE",
                        "libc",
                        at(cell.point(), 8) ? "2.36" : "2.41",
                        "k6",
                        "1.8.1"));
    UpgradeResult result = all.result(run);
    assertThat(result.labs().get(0).differences())
        .extracting(d -> d.what() + " " + d.asked())
        .containsExactly("jdk true", "libc false", "JRE_IMAGE true");
    assertThat(new UpgradeReport(result).document().head().reasons())
        .contains("Exact versions: jdk 8.0.1 to 17.0.1");
  }

  @Test
  void whyAbsencesAreCertainIsSaidInOneSentence() {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", "jdk=17");
    LabComparison lab =
        LabComparison.of(all.upgrade(), all.scope(), all.run().asExpected().result());
    List<LabComparison> labs = new ArrayList<>();
    for (String why : List.of("one branch decides", "one flag decides")) {
      Map<String, String> said = Map.of(Lab.DETERMINISTIC, why);
      Optional<String> none = Optional.empty();
      labs.add(
          new LabComparison("x", none, none, lab.rows(), List.of(), List.of(), List.of(), said));
    }
    assertThat(new Sentences(all.upgrade(), labs, List.of(), List.of()).of(0).sentence())
        .endsWith(". What is absent is deterministic: one branch decides; one flag decides.");
  }

  @Test
  void theFileSatisfiesItsSchemaAndTheSchemaSeesAnUnknownChange() {
    UpgradeResult result = result(EXPECTED, "jdk=17", "jdk=25");
    assertValid(result);
    String text = result.text();
    assertThat(schema().validate(text.replace("STILL_THERE", "STILL"), InputFormat.JSON))
        .isNotEmpty();
    assertThat(schema().validate(text.replace("\"sentence\"", "\"words\""), InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void theCommittedResultSatisfiesTheSchema() throws IOException {
    String text = Files.readString(Path.of("../../results/reference/upgrade-charset.json"));
    assertThat(schema().validate(text, InputFormat.JSON)).isEmpty();
  }

  @Test
  void aServiceIsPartOfTheResult() throws IOException {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", "jdk=17");
    LabComparison lab =
        LabComparison.of(all.upgrade(), all.scope(), all.run().asExpected().result());
    assertThat(all.result(lab).text()).doesNotContain("\"service\"");
    Side to = new Side(Optional.of("mine:2"), Map.of());
    List<SideResult> sides =
        List.of(
            new SideResult(Side.AS_IT_IS, List.of(), Optional.of("ended with status 1")),
            new SideResult(to, List.of(), Optional.of("ended with status 1")));
    ConditionResult seen = new ConditionResult("slow-dns", "is slow", "https://x.org/", "", sides);
    CheckResult check =
        new CheckResult(
            "id",
            "gateway",
            List.of("backend:80"),
            "GET http://gateway/",
            List.of(Side.AS_IT_IS, to),
            List.of(CheckRow.of(seen)),
            List.of());
    UpgradeResult result = all.result(lab, Optional.of(check));
    assertValid(result);
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(result.sentence())
        .contains("Inconclusive for service gateway (as it is -> image mine:2): slow-dns");
  }

  private static void assertValid(UpgradeResult result) {
    assertThat(schema().validate(result.text(), InputFormat.JSON)).isEmpty();
  }

  private static JsonSchema schema() {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(UpgradeResultTest.class.getResourceAsStream("/schema/upgrade.schema.json"));
  }

  private static List<Measurement> cpu(SampleUpgrade all, int jdk, double median, int n) {
    Metric metric = new Metric("cpu", "CPU time", "us", false, "a.json#/cpu", Optional.empty());
    Point point =
        all.scope().plan().cells().stream()
            .map(cell -> cell.point())
            .filter(p -> p.variant().equals("by-name") && at(p, jdk))
            .findFirst()
            .orElseThrow();
    List<Double> samples = IntStream.range(0, n).mapToObj(i -> median + i * 0.01).toList();
    return n == 0 ? List.of() : List.of(Measurements.of(metric, point, Map.of(), samples));
  }

  @Test
  void namesThePageOfALabWhoseFaultAppeared() {
    UpgradeResult worse = showing("one-name", "AA", "PP");
    TerminalRenderer terminal = new TerminalRenderer(new Screen(120, false));
    Document report = new UpgradeReport(worse).document();

    assertThat(terminal.render(report)).contains("README.md of lab charset");
    assertThat(new UpgradeReport(worse).junit().render(report))
        .contains("; fix of provider-lookups: agent (");
  }

  @Test
  void namesTheCuresOfWhatAppearedOrIsStillThere() {
    UpgradeResult faulty = result(EXPECTED, "jdk=17");
    UpgradeResult healthy = result((point, signature) -> at(point, 8) ? "PP" : "AA", "jdk=17");

    assertThat(faulty.remedies()).extracting(Remedy::signature).containsExactly("provider-lookups");
    Document report = new UpgradeReport(faulty).document();
    assertThat(new TerminalRenderer(new Screen(100, false)).render(report))
        .contains("- provider-lookups: agent (");
    assertThat(new MarkdownRenderer().render(report))
        .contains("; ./faultlab fixes provider-lookups, README.md of lab charset");
    assertThat(healthy.remedies()).isEmpty();
    assertValid(faulty);
  }

  /** From JDK 8 to 17, as the lab expects it but for one variant. */
  private static UpgradeResult showing(String variant, String before, String after) {
    return result(
        (point, signature) ->
            !point.variant().equals(variant)
                ? EXPECTED.apply(point, signature)
                : at(point, 8) ? before : after,
        "jdk=17");
  }

  private static UpgradeResult result(BiFunction<Point, String, String> seen, String... to) {
    SampleUpgrade all = charset(RunForm.SHORT, "jdk=8", to);
    return all.result(all.run().seeing(seen));
  }
}
