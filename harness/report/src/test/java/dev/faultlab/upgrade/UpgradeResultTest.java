package dev.faultlab.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.check.ConditionSeen;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideSeen;
import dev.faultlab.compare.Answer;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.report.comparison.UpgradeReport;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.servicecheck.CheckRow;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answer, its sentence and its file. */
class UpgradeResultTest {
  private static final Lab CHARSET = new LabReader(List.of(Path.of("../../labs"))).read("charset");
  private static final BiFunction<Point, String, String> EXPECTED = InventedRun.expected(CHARSET);

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
      String variant, String before, String after, Answer answer, int status, String said) {
    UpgradeResult result =
        result(
            RunForm.SHORT,
            (point, signature) ->
                !point.variant().equals(variant)
                    ? EXPECTED.apply(point, signature)
                    : is(point, 8) ? before : after,
            17);
    assertThat(result.answer()).isEqualTo(answer);
    assertThat(result.answer().exitStatus()).isEqualTo(status);
    assertThat(result.sentence()).contains(said).contains("from jdk 8 to jdk 17");
  }

  @Test
  void worseBeatsWhatCannotBeTold() {
    UpgradeResult result =
        result(
            RunForm.SHORT,
            (point, signature) ->
                point.variant().equals("one-name")
                    ? is(point, 8) ? "AA" : "PP"
                    : point.variant().equals("kept") ? "UU" : EXPECTED.apply(point, signature),
            17);
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentence()).contains("2 inconclusive");
  }

  @Test
  void theSentenceCountsEverythingThatWasLeftOut() {
    UpgradeResult result = result(RunForm.SHORT, (point, signature) -> "PP", 17);
    int open = result.leftOut().size();
    assertThat(open).isPositive();
    assertThat(result.sentence()).contains("left out, with reasons: " + open + ")");
  }

  @Test
  void whereNothingStartsNobodyCanTell() {
    Scope scope = scope(RunForm.SHORT, 17);
    UpgradeResult result =
        result(
            scope,
            upgrade(RunForm.SHORT, 17),
            new InventedRun(scope.plan()).starting(point -> false));
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
  }

  @Test
  void aLabThatCouldNotBeRunIsOpen() {
    Scope scope = scope(RunForm.SHORT, 17);
    UpgradeResult result =
        UpgradeResult.of(
            "id",
            "2026-01-02T03:04:05Z",
            "2026-01-02T03:04:06Z",
            upgrade(RunForm.SHORT, 17),
            List.of(LabComparison.without(scope, "the engine does not answer")),
            List.of(),
            List.of(),
            UpgradeResultTest::cures);
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(result.sentence()).contains("lab charset: the engine does not answer");
    assertValid(result);
  }

  @Test
  void nothingComparedIsNoAllClear() {
    UpgradeResult result =
        UpgradeResult.of(
            "id",
            "2026-01-02T03:04:05Z",
            "2026-01-02T03:04:06Z",
            upgrade(RunForm.SHORT, 17),
            List.of(
                new LabComparison(
                    "charset",
                    Optional.of("run"),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    new LabComparison.Sides(List.of(), List.of()),
                    Map.of())),
            List.of(),
            List.of(),
            UpgradeResultTest::cures);
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(result.sentence()).contains("nothing was compared");
  }

  @Test
  void eachCandidateHasItsAnswerAndTheWorstDecides() {
    UpgradeResult result =
        result(
            RunForm.SHORT,
            (point, signature) ->
                point.variant().equals("one-name") && is(point, 25)
                    ? "PP"
                    : EXPECTED.apply(point, signature),
            17,
            25);
    assertThat(result.candidates())
        .extracting(CandidateAnswer::answer)
        .containsExactly(Answer.NOTHING_WORSE, Answer.WORSE);
    assertThat(result.answer()).isEqualTo(Answer.WORSE);
    assertThat(result.sentence())
        .isEqualTo(
            "1 of 2 candidates, something got worse: jdk 25; 1 of 2 candidates, nothing got worse:"
                + " jdk 17.");
  }

  @ParameterizedTest
  @CsvSource({"100, NOTHING_WORSE", "200, WORSE", "50, NOTHING_WORSE"})
  void metricsDecideInTheFullForm(double now, Answer answer) {
    Scope scope = scope(RunForm.FULL, 17);
    UpgradeResult result =
        result(
            scope,
            upgrade(RunForm.FULL, 17),
            new InventedRun(scope.plan())
                .asExpected()
                .measuring(List.of(cpu(scope, 8, 100, 10), cpu(scope, 17, now, 10))));
    assertThat(result.answer()).isEqualTo(answer);
    assertValid(result);
  }

  @Test
  void aMetricDecidesNothingInARunWithAnObstacle() {
    Scope scope = scope(RunForm.FULL, 17);
    UpgradeResult result =
        result(
            scope,
            upgrade(RunForm.FULL, 17),
            new InventedRun(scope.plan())
                .asExpected()
                .meeting(Obstacle.Kind.CALIBRATION, "delay", "delay: 14 ms, 10 set")
                .measuring(List.of(cpu(scope, 8, 100, 10), cpu(scope, 17, 200, 10))));
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertValid(result);
  }

  /** What has no signature and leaves no metric behind is told all the same. */
  @ParameterizedTest
  @CsvSource({
    "A, NOTHING_WORSE, Nothing got worse",
    "F, CANNOT_TELL, 'threads, coredns 1.15.0, threads 1, metrics: jdk 25, coredns 1.15.0, threads 1:"
        + " a trial failed'"
  })
  void aVariantThatIsOnlyMeasuredAndCouldNotBeIsOpen(String each, Answer answer, String said) {
    Lab lab = new LabReader(List.of(Path.of("../../labs"))).read("dns-java");
    Upgrade upgrade =
        new Upgrade(
            Map.of("jdk", Value.of(17)),
            List.of(Map.of("jdk", Value.of(25))),
            RunForm.FULL,
            0.1,
            List.of());
    Scope scope = new ScopePlanner(upgrade, lab, Optional.empty(), Set.of()).scope().orElseThrow();
    UpgradeResult result =
        result(
            scope,
            upgrade,
            new InventedRun(scope.plan())
                .asExpected()
                .ending(point -> point.variant().equals("threads") && is(point, 25) ? each : "A"));
    assertThat(result.answer()).isEqualTo(answer);
    assertThat(result.sentence()).contains(said);
    assertValid(result);
  }

  /** Those that are left are not all that were to be measured. */
  @Test
  void aMetricOfTrialsOfWhichSomeFailedIsOpen() {
    Scope scope = scope(RunForm.FULL, 17);
    UpgradeResult result =
        result(
            scope,
            upgrade(RunForm.FULL, 17),
            new InventedRun(scope.plan())
                .seeing(
                    (point, signature) ->
                        point.variant().equals("by-name") && is(point, 17)
                            ? "PF"
                            : EXPECTED.apply(point, signature))
                .measuring(List.of(cpu(scope, 8, 100, 10), cpu(scope, 17, 100, 10))));
    assertThat(result.labs().get(0).costs())
        .singleElement()
        .satisfies(
            cost ->
                assertThat(cost.candidates().get(0).orElseThrow().reason())
                    .startsWith("jdk 17, jars 0: a trial failed"));
    assertValid(result);
  }

  @Test
  void aMetricOnOneSideOnlyOrOfTooFewTrialsIsOpen() {
    Scope scope = scope(RunForm.FULL, 17);
    for (List<Measurement> measured :
        List.of(
            List.of(cpu(scope, 8, 100, 10)),
            List.of(cpu(scope, 8, 100, 10), cpu(scope, 17, 100, 9)))) {
      UpgradeResult result =
          result(
              scope,
              upgrade(RunForm.FULL, 17),
              new InventedRun(scope.plan()).asExpected().measuring(measured));
      assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
      assertValid(result);
    }
  }

  @Test
  void aFactOfEachTrialThatChangesIsListedWithoutAVerdict() throws IOException {
    Scope scope = scope(RunForm.SHORT, 17);
    InventedRun run = new InventedRun(scope.plan()).asExpected();
    UpgradeResult result =
        result(
            scope,
            upgrade(RunForm.SHORT, 17),
            run.finding(point -> is(point, 8) ? 50_112 : 65_535));
    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertValid(result);
    FactChange fact = result.labs().get(0).sides().facts().get(0);
    assertThat(List.of(fact.title(), fact.before(), fact.after()))
        .containsExactly("largest window", "50,112", "65,535");
    Document report = new UpgradeReport(result).document();
    for (String text :
        List.of(
            new TerminalRenderer(new Screen(200, false), true, List.of()).render(report),
            new MarkdownRenderer().render(report),
            new HtmlRenderer("").render(report))) {
      assertThat(text).contains("largest window").contains("50,112").contains("65,535");
    }
    UpgradeResult same = result(scope, upgrade(RunForm.SHORT, 17), run.finding(point -> 50_112));
    assertThat(same.labs().get(0).sides().facts()).isEmpty();
  }

  @Test
  void whatChangesAsWellIsListed() {
    Scope scope = scope(RunForm.SHORT, 17);
    UpgradeResult result =
        result(
            scope,
            upgrade(RunForm.SHORT, 17),
            new InventedRun(scope.plan())
                .asExpected()
                .running(
                    cell ->
                        Map.of(
                            "jdk",
                            "openjdk " + cell.settings().get("jdk"),
                            "libc",
                            is(cell.point(), 8) ? "2.36" : "2.41",
                            "k6",
                            "1.8.1")));
    assertThat(result.labs().get(0).sides().differences())
        .extracting(d -> d.what() + " " + d.asked())
        .containsExactly("jdk true", "libc false", "JRE_IMAGE true");
  }

  @Test
  void theFileSatisfiesItsSchemaAndTheSchemaSeesAnUnknownChange() {
    UpgradeResult result = result(RunForm.SHORT, EXPECTED, 17, 25);
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
    UpgradeResult labs = result(RunForm.SHORT, EXPECTED, 17);
    assertThat(labs.text()).doesNotContain("\"service\"");
    Side to = new Side(Optional.of("mine:2"), Map.of());
    List<SideSeen> sides =
        List.of(
            SideSeen.failed(Side.AS_IT_IS, "ended with status 1"),
            SideSeen.failed(to, "ended with status 1"));
    ConditionSeen seen = new ConditionSeen("slow-dns", "is slow", "https://x.org/", "", sides);
    CheckResult check =
        new CheckResult(
            "id",
            "gateway",
            List.of("backend:80"),
            "GET http://gateway/",
            List.of(Side.AS_IT_IS, to),
            List.of(CheckRow.of(seen)),
            List.of());
    UpgradeResult result = labs.with(check);
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

  private static Measurement cpu(Scope scope, int jdk, double median, int n) {
    Metric metric = new Metric("cpu", "CPU time", "us", false, "a.json#/cpu", Optional.empty());
    Point point =
        scope.plan().cells().stream()
            .map(cell -> cell.point())
            .filter(p -> p.variant().equals("by-name") && is(p, jdk))
            .findFirst()
            .orElseThrow();
    List<Double> samples = new ArrayList<>();
    IntStream.range(0, n).forEach(i -> samples.add(median + i * 0.01));
    return Measurements.of(metric, point, Map.of(), samples);
  }

  @Test
  void namesThePageOfALabWhoseFaultAppeared() {
    UpgradeResult worse =
        result(
            RunForm.SHORT,
            (point, signature) ->
                !point.variant().equals("one-name")
                    ? EXPECTED.apply(point, signature)
                    : is(point, 8) ? "AA" : "PP",
            17);
    TerminalRenderer terminal = new TerminalRenderer(new Screen(120, false));
    String page = "README.md of lab charset tells what goes wrong there, and what to do";

    assertThat(terminal.render(new UpgradeReport(worse).document())).containsOnlyOnce(page);
    assertThat(terminal.render(new UpgradeReport(result(RunForm.SHORT, EXPECTED, 17)).document()))
        .doesNotContain(page);
  }

  @Test
  void namesTheCuresOfWhatAppearedOrIsStillThere() {
    UpgradeResult faulty = result(RunForm.SHORT, EXPECTED, 17);
    UpgradeResult healthy =
        result(RunForm.SHORT, (point, signature) -> is(point, 8) ? "PP" : "AA", 17);

    assertThat(faulty.remedies()).extracting(Remedy::signature).containsExactly("provider-lookups");
    Document report = new UpgradeReport(faulty).document();
    assertThat(new TerminalRenderer(new Screen(100, false)).render(report))
        .contains("- charset, provider-lookups: agent; ./faultlab fixes provider-lookups says how");
    assertThat(new MarkdownRenderer().render(report))
        .contains("- charset, provider-lookups: agent;");
    assertThat(healthy.remedies()).isEmpty();
    assertValid(faulty);
  }

  private static List<NamedCure> cures(String lab, String signature) {
    return signature.equals("provider-lookups")
        ? List.of(new NamedCure("agent", "a map in front", "the JVM"))
        : List.of();
  }

  private static UpgradeResult result(
      RunForm form, BiFunction<Point, String, String> seen, int... to) {
    Scope scope = scope(form, to);
    return result(scope, upgrade(form, to), new InventedRun(scope.plan()).seeing(seen));
  }

  private static UpgradeResult result(Scope scope, Upgrade upgrade, InventedRun run) {
    return UpgradeResult.of(
        "20260102T030405Z-0001",
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:05:05Z",
        upgrade,
        List.of(LabComparison.of(upgrade, scope, run.result())),
        scope.leftOut(),
        List.of(),
        UpgradeResultTest::cures);
  }

  private static Scope scope(RunForm form, int... to) {
    return scope(CHARSET, form, to);
  }

  private static Scope scope(Lab lab, RunForm form, int... to) {
    return new ScopePlanner(upgrade(form, to), lab, Optional.empty(), Set.of())
        .scope()
        .orElseThrow();
  }

  private static Upgrade upgrade(RunForm form, int... to) {
    return new Upgrade(
        Map.of("jdk", Value.of(8)),
        Arrays.stream(to).mapToObj(jdk -> Map.of("jdk", Value.of(jdk))).toList(),
        form,
        0.1,
        List.of());
  }

  private static boolean is(Point point, int jdk) {
    return point.on("jdk").equals(Optional.of(Value.of(jdk)));
  }
}
