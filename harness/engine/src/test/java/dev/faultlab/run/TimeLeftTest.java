package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Waits for a plan of the real lab dns-java, two trials of each of two variants. */
class TimeLeftTest {
  private final Plan plan =
      new Planner(new LabReader(List.of(Path.of("../../labs"))).read("dns-java"))
          .plan(
              Choices.typed(
                  Map.of("jdk", "17", "trials", "2"),
                  List.of("shared-name", "ttl-30"),
                  RunForm.SHORT));

  private long now;

  @Test
  void beforeTheFirstTrialEarlierRunsTell() {
    assertThat(left(60, 120).words()).isEqualTo("about 6 min left");
    assertThat(left(20, 30).words()).isEqualTo("about 2 min left");
    assertThat(left(5, 10).words()).isEqualTo("under a minute left");
  }

  @Test
  void eachKindOfTrialTakesWhatItTookInThisRun() {
    TimeLeft left = left(60, 120);
    takes(left, trial("shared-name", 1), 180);
    assertThat(left.words()).as("3 + 2 * 2 minutes").isEqualTo("about 7 min left");

    takes(left, trial("ttl-30", 1), 240);
    assertThat(left.words()).as("3 + 4 minutes").isEqualTo("about 7 min left");

    takes(left, trial("ttl-30", 2), 240);
    assertThat(left.words()).isEqualTo("about 3 min left");
  }

  @Test
  void aTrialThatGoesOnTakesLessAndLessButNeverLessThanNothing() {
    TimeLeft left = left(60, 120);
    left.begins(trial("ttl-30", 1));
    pass(60);
    assertThat(left.words()).isEqualTo("about 5 min left");
    pass(6000);
    assertThat(left.words()).isEqualTo("about 4 min left");
  }

  @Test
  void withoutEarlierRunsTheFirstTrialTells() {
    TimeLeft left = left(Map.of());
    assertThat(left.words()).isEmpty();
    left.begins(trial("shared-name", 1));
    pass(120);
    assertThat(left.words()).isEmpty();
    left.ends(trial("shared-name", 1), true);
    assertThat(left.words()).isEqualTo("about 6 min left");
  }

  @Test
  void aTrialThatFailedTellsNothingOfTheOthers() {
    TimeLeft left = left(60, 120);
    left.begins(trial("shared-name", 1));
    pass(6000);
    left.ends(trial("shared-name", 1), false);
    assertThat(left.words()).isEqualTo("about 5 min left");
  }

  @Test
  void nobodyWaitsForWhatIsLeftOut() {
    TimeLeft left = left(60, 120);
    left.leftOut(trial("ttl-30", 1));
    left.leftOut(trial("ttl-30", 2));
    assertThat(left.words()).isEqualTo("about 2 min left");
  }

  @Test
  void atTheEndNothingIsSaid() {
    TimeLeft left = left(60, 120);
    plan.trials().forEach(trial -> takes(left, trial, 60));
    assertThat(left.words()).isEmpty();
    assertThat(TimeLeft.none().words()).isEmpty();
  }

  /** As long as expected and longer: nobody knows how much longer. */
  @Test
  void aLastTrialThatTakesLongerThanExpectedIsNotPromised() {
    TimeLeft left = left(60, 60);
    for (PlannedTrial trial : plan.trials().subList(0, 3)) {
      takes(left, trial, 60);
    }
    left.begins(plan.trials().get(3));
    pass(50);
    assertThat(left.words()).isEqualTo("under a minute left");
    pass(20);
    assertThat(left.words()).isEmpty();
  }

  @Test
  void ofALaterWaveItSaysThatItsTrialsAreMeant() {
    List<PlannedTrial> trials = plan.trials();
    TimeLeft left =
        new TimeLeft(
            List.of(trials.subList(0, 2), trials.subList(2, 4)), took(60, 60), 2, () -> now);
    assertThat(left.words()).isEqualTo("about 2 min of trials left");
    takes(left, trials.get(0), 60);
    takes(left, trials.get(1), 60);
    assertThat(left.words()).isEqualTo("about 1 min left");
  }

  @Test
  void whatGoesOnSideBySideTakesAsLongAsTheBusiestStack() {
    assertThat(TimeLeft.seconds(List.of(60.0, 60.0, 60.0, 60.0), 2)).isEqualTo(120);
    assertThat(TimeLeft.seconds(List.of(60.0, 60.0, 180.0), 3)).isEqualTo(180);
    assertThat(TimeLeft.seconds(List.of(60.0, 60.0), 1)).isEqualTo(120);
    assertThat(TimeLeft.seconds(List.of(), 3)).isZero();
  }

  private TimeLeft left(double shared, double cached) {
    return left(took(shared, cached));
  }

  private TimeLeft left(Map<Cell, Double> before) {
    return new TimeLeft(List.of(plan.trials()), before, 1, () -> now);
  }

  private Map<Cell, Double> took(double shared, double cached) {
    Map<Cell, Double> took = new LinkedHashMap<>();
    took.put(trial("shared-name", 1).cell(), shared);
    took.put(trial("ttl-30", 1).cell(), cached);
    return took;
  }

  private void takes(TimeLeft left, PlannedTrial trial, int seconds) {
    left.begins(trial);
    pass(seconds);
    left.ends(trial, true);
  }

  private void pass(int seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }

  private PlannedTrial trial(String variant, int index) {
    return plan.trials().stream()
        .filter(t -> t.cell().variant().id().equals(variant) && t.index() == index)
        .findFirst()
        .orElseThrow();
  }
}
