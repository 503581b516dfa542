package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Observation;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which trial stands for a point. */
class RunResultTest {
  private static final Point FAULT = SampleRun.point("shared-name", 17);
  private static final Point CONTROL = SampleRun.point("own-name", 17);

  @Test
  void itIsTheFirstWhereAllAreAsExpected() {
    assertThat(SampleRun.asExpected().exhibit(FAULT).orElseThrow().index()).isEqualTo(1);
    assertThat(exhibit(CONTROL, 1, 2, State.UNKNOWN, "own")).contains(1);
  }

  @Test
  void itIsOneThatRanAloneIfThereIsOne() {
    RunResult shared = SampleRun.ofASharedMachine();
    List<TrialRecord> both = new ArrayList<>(shared.trials());
    both.addAll(SampleRun.withLaterTrials().trials());
    assertThat(shared.exhibit(FAULT).orElseThrow().index()).isEqualTo(1);
    assertThat(
            SampleRun.with(shared, List.of(), List.of(), both).exhibit(FAULT).orElseThrow().index())
        .isEqualTo(11);
  }

  @Test
  void itIsTheOneThatContradictsThoughOnlyByItsReason() {
    assertThat(exhibit(CONTROL, 1, 2, State.PRESENT, "own")).contains(3);
    assertThat(exhibit(CONTROL, 1, 2, State.ABSENT, "single-thread")).contains(3);
  }

  @Test
  void itIsTheOneThatCannotBeToldWhereTheFaultIsExpected() {
    assertThat(exhibit(FAULT, 0, 3, State.UNKNOWN, "own")).contains(4);
  }

  /** Of the sample with one thing changed that a trial has shown. */
  private static Optional<Integer> exhibit(
      Point point, int outcome, int trial, State state, String code) {
    RunResult sample = SampleRun.asExpected();
    List<Outcome> outcomes = new ArrayList<>(sample.outcomes());
    List<Observation> seen = new ArrayList<>(outcomes.get(outcome).observations());
    seen.set(trial, new Observation(state, code, "", List.of()));
    Outcome one = outcomes.get(outcome);
    outcomes.set(
        outcome,
        Judge.outcome(one.point(), one.signature(), one.expectation(), one.dependsOn(), seen));
    return sample
        .with(
            sample.points(),
            sample.stacks(),
            outcomes,
            sample.effects(),
            sample.measurements(),
            sample.trials())
        .exhibit(point)
        .map(TrialRecord::index);
  }
}
