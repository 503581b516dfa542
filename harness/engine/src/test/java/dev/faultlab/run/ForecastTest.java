package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.Course;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Adds up a plan of the real lab dns-java by runs that were never carried out. */
class ForecastTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-9);

  private final Lab lab = new LabReader(List.of(Path.of("../../labs"))).read("dns-java");
  private final Plan plan = plan(Map.of("jdk", "17", "trials", "2"), "shared-name", "ttl-30");

  @Test
  void sumsStacksLoadsAndWhatIsAroundThem() {
    Forecast forecast = Forecast.of(plan, List.of(run(plan, 4000, 10))).orElseThrow();

    // two stacks of 5 s each; a trial's 4 s of load and 1 s around it; two points, two rounds
    assertThat(forecast.whole()).isEqualTo(2 * 5 + 4 * (4 + 1), EXACT);
    assertThat(forecast.firstVerdict()).isEqualTo(2 * 5 + 2 * (4 + 1), EXACT);
    assertThat(forecast.runs()).isEqualTo(1);
  }

  @Test
  void takesTheMiddleOfEarlierRuns() {
    List<RunResult> runs = List.of(run(plan, 1000, 10), run(plan, 99_000, 10), run(plan, 2000, 10));

    assertThat(Forecast.of(plan, runs).orElseThrow().whole()).isEqualTo(2 * 5 + 4 * (2 + 1), EXACT);
  }

  @Test
  void loadsThatOverlapTakeLessThanTheirSum() {
    Forecast forecast = Forecast.of(plan, List.of(run(plan, 4000, 10, 2))).orElseThrow();

    assertThat(forecast.whole()).isEqualTo(2 * 5 + 4 * (2 + 1), EXACT);
  }

  @Test
  void anotherReleaseOfAVariantTakesWhatTheVariantTook() {
    Plan other = plan(Map.of("jdk", "25", "trials", "2"), "shared-name", "ttl-30");

    assertThat(Forecast.of(other, List.of(run(plan, 4000, 10)))).isPresent();
  }

  @Test
  void saysNothingOfWhatWasNeverRunSo() {
    RunResult run = run(plan, 4000, 10);

    assertThat(Forecast.of(plan(Map.of("jdk", "17"), "netty"), List.of(run))).isEmpty();
    assertThat(Forecast.of(plan(Map.of("jdk", "17", "rates", "50"), "ttl-30"), List.of(run)))
        .isEmpty();
    assertThat(Forecast.of(plan, List.of())).isEmpty();
  }

  @Test
  void whatIsDeclaredIsMeasuredByTheOtherFormOnceAllOfThatWasRunHere() {
    Plan full = new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.FULL));
    Plan quick = new Planner(lab).plan(new Choices(Map.of(), List.of(), RunForm.SHORT));
    String declares =
        "lab.yaml declares about " + lab.minutes().full() + " minutes for the whole full form";

    // 4 s are around the load and for the analysis; images do not count.
    RunResult took = run(quick, 0, 1.6 * 60 * lab.minutes().quick() - 4);
    RunResult quicker = run(quick, 0, 60 * lab.minutes().quick() - 4);
    RunResult slower = run(quick, 0, 9 * 60 * lab.minutes().quick() - 4);
    assertThat(Forecast.declared(full, List.of(took, quicker, slower)))
        .isEqualTo(
            "about "
                + Math.round(1.6 * lab.minutes().full())
                + " minutes for the whole full form: lab.yaml declares "
                + lab.minutes().full()
                + ", and here the short form took 1.60 times as long as declared");
    assertThat(Forecast.declared(full, List.of())).isEqualTo(declares);
    assertThat(Forecast.declared(full, List.of(run(plan, 4000, 10))))
        .as("two variants on one JDK are less than what is declared")
        .isEqualTo(declares);
    Plan once =
        new Planner(lab).plan(Choices.typed(Map.of("trials", "1"), List.of(), RunForm.SHORT));
    assertThat(Forecast.declared(full, List.of(run(once, 0, 10)))).isEqualTo(declares);
    assertThat(Forecast.declared(full, List.of(run(full, 0, 10)))).isEqualTo(declares);
  }

  @Test
  void aTrialTakesItsLoadAndWhatIsAroundIt() {
    List<RunResult> earlier = List.of(run(plan, 4000, 10, 2));

    // not less where two went on at once
    assertThat(Forecast.trials(plan, earlier))
        .hasSize(2)
        .allSatisfy((cell, seconds) -> assertThat(seconds).isEqualTo(4 + 3.0 / 4, EXACT));
    assertThat(Forecast.trials(plan(Map.of("jdk", "17"), "netty", "ttl-30"), earlier).keySet())
        .extracting(cell -> cell.variant().id())
        .containsExactly("ttl-30");
    assertThat(Forecast.trials(plan, List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5 s",
    "47, 45 s",
    "89, 90 s",
    "144, 2:20 minutes",
    "596, 10:00 minutes",
    "1000, 17 minutes"
  })
  void isSaidNoMoreExactlyThanItCanBe(double seconds, String words) {
    assertThat(Forecast.words(seconds)).isEqualTo(words);
  }

  private Plan plan(Map<String, String> given, String... variants) {
    return new Planner(lab).plan(Choices.typed(given, List.of(variants), RunForm.SHORT));
  }

  private RunResult run(Plan of, long loadMillis, double stacksSeconds) {
    return run(of, loadMillis, stacksSeconds, 1);
  }

  private RunResult run(Plan of, long loadMillis, double stacksSeconds, int atOnce) {
    List<TrialResult> trials = of.trials().stream().map(trial -> trial(trial, loadMillis)).toList();
    return new RunResult(
        new RunResult.Heading(
            RunResult.SCHEMA, "20260101T000000Z-0000", lab.name(), lab.title(), of.form(), "", ""),
        of.parameters(),
        new Verdict(Judgement.AS_EXPECTED, List.of("well")),
        List.of(),
        new RunResult.Contents(
            List.of(),
            of.stacks().stream()
                .map(s -> new StackResult("s", Map.of(), Map.of(), Optional.empty()))
                .toList(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            trials),
        Map.of(
            Stopwatch.IMAGES,
            1000.0,
            Stopwatch.STACKS,
            stacksSeconds,
            Stopwatch.LOAD,
            loadMillis / 1000.0 * trials.size() / atOnce,
            Stopwatch.AROUND,
            3.0,
            Stopwatch.ANALYSIS,
            1.0),
        Map.of());
  }

  private static TrialResult trial(PlannedTrial trial, long loadMillis) {
    Point point = trial.cell().point();
    return new TrialResult(
        point,
        trial.index(),
        Optional.of(trial.role()),
        "",
        new Course("", loadMillis, Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
