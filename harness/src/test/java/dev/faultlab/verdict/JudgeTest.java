package dev.faultlab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgeTest {
  private static final Expectation PRESENT = new Expectation(Presence.PRESENT, Optional.empty());
  private static final Expectation ABSENT = new Expectation(Presence.ABSENT, Optional.empty());
  private static final Expectation CACHED = new Expectation(Presence.ABSENT, Optional.of("cached"));

  private final Judge judge = new Judge();

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
  }

  @Test
  void aControlThatIsHealthyForAnotherReasonIsAContradiction() {
    CellOutcome outcome = cell(CACHED, State.ABSENT);

    assertThat(outcome.judgement()).isEqualTo(Judgement.CONTRADICTED);
    assertThat(outcome.reason()).contains("cached").contains("code-ABSENT");
  }

  @Test
  void aRunNeedsBothSides() {
    CellOutcome faulty = cell(PRESENT, State.PRESENT);
    CellOutcome healthy = cell(ABSENT, State.ABSENT);

    assertThat(judge.run(List.of(faulty, healthy), List.of()).judgement())
        .isEqualTo(Judgement.AS_EXPECTED);
    assertThat(judge.run(List.of(faulty), List.of()).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(judge.run(List.of(healthy), List.of()).reasons().get(0))
        .contains("only variants that expect absent");
    assertThat(judge.run(List.of(), List.of()).judgement()).isEqualTo(Judgement.INCONCLUSIVE);
  }

  @Test
  void bothSidesAreNeededAtEachPointOfTheMatrix() {
    CellOutcome faulty17 = at("17", PRESENT, State.PRESENT);
    CellOutcome faulty25 = at("25", PRESENT, State.PRESENT);
    CellOutcome healthy17 = at("17", ABSENT, State.ABSENT);

    Verdict verdict = judge.run(List.of(faulty17, faulty25, healthy17), List.of());

    assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(verdict.reasons()).singleElement().asString().contains("at jdk=25");
  }

  @Test
  void aControlWithoutTheAxisStandsForAllItsValues() {
    CellOutcome faulty = at("17", PRESENT, State.PRESENT);
    CellOutcome healthy = cell(ABSENT, State.ABSENT);

    assertThat(judge.run(List.of(faulty, healthy), List.of()).judgement())
        .isEqualTo(Judgement.AS_EXPECTED);
  }

  @Test
  void contradictionBeatsInconclusive() {
    CellOutcome faulty = cell(PRESENT, State.ABSENT);
    CellOutcome healthy = cell(ABSENT, State.UNKNOWN);

    Verdict verdict = judge.run(List.of(faulty, healthy), List.of());

    assertThat(verdict.judgement()).isEqualTo(Judgement.CONTRADICTED);
    assertThat(verdict.reasons()).hasSize(2);
  }

  @Test
  void anObstacleLeavesNothingToConclude() {
    CellOutcome faulty = cell(PRESENT, State.ABSENT);
    CellOutcome healthy = cell(ABSENT, State.ABSENT);

    Verdict verdict = judge.run(List.of(faulty, healthy), List.of("the delay was 30 % off"));

    assertThat(verdict.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(verdict.reasons().get(0)).contains("30 % off");
  }

  private CellOutcome cell(Expectation expectation, State... states) {
    return outcome(Map.of(), expectation, states);
  }

  private CellOutcome at(String jdk, Expectation expectation, State... states) {
    return outcome(Map.of("jdk", jdk), expectation, states);
  }

  private CellOutcome outcome(Map<String, String> point, Expectation expected, State... states) {
    Variant variant =
        new Variant(
            "v",
            "a variant",
            List.of(),
            Map.of(),
            true,
            false,
            Map.of(),
            Map.of(),
            "p",
            false,
            Map.of(),
            Map.of());
    Cell cell = new Cell("v", variant, point, Map.of(), new StackSpec("l", Map.of(), Map.of()));
    List<Observation> seen =
        List.of(states).stream()
            .map(s -> new Observation(s, "code-" + s, "because " + s, List.of()))
            .toList();
    return judge.cell(cell, "sig", expected, seen);
  }
}
