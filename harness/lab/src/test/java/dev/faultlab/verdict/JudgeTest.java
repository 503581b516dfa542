package dev.faultlab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.seen.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final Expectation PRESENT = new Expectation(Presence.PRESENT, Optional.empty());
  private static final Expectation ABSENT = new Expectation(Presence.ABSENT, Optional.empty());
  private static final Expectation CACHED = new Expectation(Presence.ABSENT, Optional.of("cached"));

  @Test
  void asExpectedNeedsEveryTrialToAgree() {
    assertThat(cell(PRESENT, State.PRESENT, State.PRESENT).judgement())
        .isEqualTo(Judgement.AS_EXPECTED);
    assertThat(cell(PRESENT, State.PRESENT, State.ABSENT).judgement())
        .isEqualTo(Judgement.CONTRADICTED);
    assertThat(cell(ABSENT, State.ABSENT, State.PRESENT).judgement())
        .isEqualTo(Judgement.CONTRADICTED);
  }

  @Test
  void oneTrialThatCannotBeToldMakesTheCellInconclusive() {
    assertThat(cell(PRESENT, State.PRESENT, State.UNKNOWN).judgement())
        .isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(cell(PRESENT, State.UNKNOWN, State.ABSENT).judgement())
        .isEqualTo(Judgement.CONTRADICTED);
    assertThat(cell(PRESENT).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(cell(ABSENT, State.ABSENT, State.NOT_EXERCISED).judgement())
        .isEqualTo(Judgement.INCONCLUSIVE);
  }

  @Test
  void aControlThatIsHealthyForAnotherReasonIsAContradiction() {
    Outcome outcome = cell(CACHED, State.ABSENT);

    assertThat(outcome.judgement()).isEqualTo(Judgement.CONTRADICTED);
    assertThat(outcome.reason()).contains("cached").contains("code-ABSENT");
    assertThat(cell(new Expectation(Presence.ABSENT, Optional.of("code-ABSENT")), State.ABSENT))
        .returns(Judgement.AS_EXPECTED, Outcome::judgement);
  }

  @Test
  void aRunNeedsBothSides() {
    Outcome faulty = cell(PRESENT, State.PRESENT);
    Outcome healthy = cell(ABSENT, State.ABSENT);

    assertThat(run(List.of(faulty, healthy)).judgement()).isEqualTo(Judgement.AS_EXPECTED);
    assertThat(run(List.of(faulty)).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(run(List.of(healthy)).reasons().get(0)).contains("nothing there expects present");
    assertThat(run(List.of()).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
  }

  /** A cure tried alone is held against the fault as it is; a version is not. */
  @Test
  void theFaultWithoutACureIsTheOtherSideOfACure() {
    assertThat(run(List.of(on("cure", PRESENT, State.PRESENT), on("cure", ABSENT, State.ABSENT))))
        .extracting(Verdict::judgement)
        .isEqualTo(Judgement.AS_EXPECTED);
    assertThat(
            run(List.of(on("kernel", PRESENT, State.PRESENT), on("kernel", ABSENT, State.ABSENT))))
        .extracting(Verdict::judgement)
        .isEqualTo(Judgement.INCONCLUSIVE);
  }

  private Outcome on(String axis, Expectation expectation, State state) {
    Map<String, Value> at = Map.of(axis, Value.of(state.name()));
    return outcome(at, Set.of(), expectation, state);
  }

  @Test
  void bothSidesAreNeededAtEachPointOfTheMatrix() {
    Outcome faulty17 = at("17", PRESENT, State.PRESENT);
    Outcome faulty25 = at("25", PRESENT, State.PRESENT);
    Outcome healthy17 = at("17", ABSENT, State.ABSENT);

    Verdict verdict = run(List.of(faulty17, faulty25, healthy17));

    assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(verdict.reasons()).singleElement().asString().contains("jdk 25");
  }

  @Test
  void aControlWithoutTheAxisStandsForAllItsValues() {
    Outcome faulty = at("17", PRESENT, State.PRESENT);
    Outcome healthy = cell(ABSENT, State.ABSENT);

    assertThat(run(List.of(faulty, healthy)).judgement()).isEqualTo(Judgement.AS_EXPECTED);
  }

  @Test
  void aVersionWithoutTheFaultIsTheControlOfTheSameSetUp() {
    Set<String> jdk = Set.of("jdk");
    Outcome faulty8 = outcome(Map.of("jdk", Value.of(8)), jdk, PRESENT, State.PRESENT);
    Outcome healthy9 = outcome(Map.of("jdk", Value.of(9)), jdk, ABSENT, State.ABSENT);

    assertThat(run(List.of(faulty8, healthy9)).judgement()).isEqualTo(Judgement.AS_EXPECTED);

    Outcome elsewhere =
        Judge.outcome(
            new Point("other", Map.of("jdk", Value.of(9))),
            "sig",
            ABSENT,
            jdk,
            healthy9.observations());
    assertThat(run(List.of(faulty8, elsewhere)).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
  }

  @Test
  void contradictionBeatsInconclusive() {
    Outcome faulty = cell(PRESENT, State.ABSENT);
    Outcome healthy = cell(ABSENT, State.UNKNOWN);

    Verdict verdict = run(List.of(faulty, healthy));

    assertThat(verdict.judgement()).isEqualTo(Judgement.CONTRADICTED);
    assertThat(verdict.reasons()).hasSize(2);
  }

  @Test
  void anObstacleLeavesNothingToConclude() {
    Outcome faulty = cell(PRESENT, State.ABSENT);
    Outcome healthy = cell(ABSENT, State.ABSENT);

    Verdict verdict =
        Judge.run(
            List.of(faulty, healthy),
            List.of(new Obstacle(Obstacle.Kind.CALIBRATION, "delay", "the delay was 30 % off")),
            Point::words);

    assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(verdict.reasons().get(0)).contains("30 % off");
  }

  private Outcome cell(Expectation expectation, State... states) {
    return outcome(Map.of(), Set.of(), expectation, states);
  }

  private Outcome at(String jdk, Expectation expectation, State... states) {
    return outcome(Map.of("jdk", Value.of(jdk)), Set.of(), expectation, states);
  }

  private Outcome outcome(
      Map<String, Value> at, Set<String> dependsOn, Expectation expected, State... states) {
    List<Observation> seen =
        List.of(states).stream()
            .map(s -> new Observation(s, "code-" + s, "because " + s, List.of()))
            .toList();
    return Judge.outcome(new Point("v", at), "sig", expected, dependsOn, seen);
  }

  private Verdict run(List<Outcome> outcomes) {
    return Judge.run(outcomes, List.of(), Point::words);
  }
}
