package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeEstimateTest {
  private final Plan plan = plan(RunForm.FULL);
  private long now = 1;

  private static Plan plan(RunForm form) {
    return new Planner(new LabReader(List.of(Path.of("../../labs"))).read("dns-java"))
        .plan(
            Choices.typed(
                Map.of("jdk", "17", "trials", "2"), List.of("shared-name", "ttl-30"), form));
  }

  @Test
  void trialsThatEndedSayHowLongTheOthersTake() {
    TimeEstimate time = new TimeEstimate(plan.trials(), Optional.empty(), () -> now);
    List<PlannedTrial> trials = plan.trials();
    assertThat(time.words()).isEmpty();
    time.start();
    pass(120);
    time.finish(trials.get(0));
    assertThat(time.words()).isEqualTo("about " + 2 * (trials.size() - 1) + " min left");
    time.trialSkipped(trials.get(1));
    pass(60);
    assertThat(time.words()).isEqualTo("about " + (2 * (trials.size() - 2) - 1) + " min left");
    pass(100_000);
    assertThat(time.words()).isEmpty();
  }

  @Test
  void anEarlierRunOfTheSameFormSaysItBefore() throws IOException {
    RunStore store = new RunStore(Path.of("../../results"));
    assertThat(TimeEstimate.of(plan, plan.trials(), store).sentence())
        .matches("(about \\d+ min|under a minute), by run \\S+");
    RunStore empty = new RunStore(Path.of("nowhere"));
    assertThat(TimeEstimate.of(plan, plan.trials(), empty).sentence())
        .startsWith("no earlier run of this form");
  }

  private void pass(int seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }
}
