package dev.faultlab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.plan.PointExpectation;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {
  private static final String LASTING = "lasts";

  /**
   * Each control is its presence, its judgement and whether it lasts; the last column names one.
   */
  @ParameterizedTest
  @CsvSource({
    "'', , false",
    "ABSENT AS_EXPECTED, , false",
    "ABSENT INCONCLUSIVE, , false",
    "ABSENT CONTRADICTED, 0, true",
    "PRESENT CONTRADICTED lasts, , true",
    "ABSENT AS_EXPECTED; ABSENT CONTRADICTED, , false",
    "ABSENT AS_EXPECTED; ABSENT CONTRADICTED lasts, 1, false",
    "ABSENT AS_EXPECTED lasts; ABSENT INCONCLUSIVE lasts, , false",
    "ABSENT INCONCLUSIVE; ABSENT CONTRADICTED, 1, true",
    "PRESENT AS_EXPECTED; ABSENT CONTRADICTED, 1, false",
  })
  void oneThatContradictsLeavesASideOpenUnlessAnotherAgrees(
      String texts, Integer open, boolean lasting) {
    List<Control> all = new ArrayList<>();
    for (String text : texts.isEmpty() ? new String[0] : texts.split("; ")) {
      String[] words = text.split(" ");
      all.add(
          control(
              Map.of(),
              Presence.valueOf(words[0]),
              Judgement.valueOf(words[1]),
              words.length > 2 ? LASTING : ""));
    }

    assertThat(
            Control.opposing(
                side(Map.of(), Presence.PRESENT), all, c -> c.reason().equals(LASTING)))
        .isEqualTo(Optional.ofNullable(open).map(all::get));
    assertThat(Control.allContradict(all)).isEqualTo(lasting);
  }

  @ParameterizedTest
  @CsvSource({
    "PRESENT, AS_EXPECTED, 17, true",
    "PRESENT, CONTRADICTED, 17, false",
    "PRESENT, INCONCLUSIVE, 17, false",
    "ABSENT, AS_EXPECTED, 17, false",
    "PRESENT, AS_EXPECTED, 21, false",
  })
  void showsTheFaultAtTheSameSettingsWhateverTheCure(
      Presence presence, Judgement judgement, String jdk, boolean shown) {
    Map<String, Value> here = Map.of("jdk", Value.of(jdk), "cure", Value.of("none"));
    Map<String, Value> cured = Map.of("jdk", Value.of(17), "cure", Value.of("ttl"));

    assertThat(
            control(here, presence, judgement, "")
                .shows(control(cured, Presence.ABSENT, Judgement.CONTRADICTED, "")))
        .isEqualTo(shown);
  }

  @Test
  void anOutcomeIsAControlThatKeepsItsReason() {
    Outcome outcome =
        Judge.outcome(
            new Point("v", Map.of()),
            "sig",
            new Expectation(Presence.ABSENT, Optional.empty()),
            Set.of(),
            List.of(new Observation(State.PRESENT, "seen", "2 of 2", List.of())));
    Control control =
        control(
            Map.of(),
            Presence.ABSENT,
            Judgement.CONTRADICTED,
            "expected absent, found present (seen): 2 of 2");

    assertThat(Control.in(List.of(outcome))).containsExactly(control);
    assertThat(control.words("v@jdk=17"))
        .isEqualTo("its control v@jdk=17 contradicts the lab: " + control.reason());
    assertThat(outcome.code()).contains("seen");
    assertThat(outcome.counts()).containsExactly(Map.entry(State.PRESENT, 1));
    assertThat(outcome.state()).isEqualTo(State.PRESENT);
  }

  @ParameterizedTest
  @CsvSource({"AS_EXPECTED, 0", "CONTRADICTED, 1", "INCONCLUSIVE, 2"})
  void aJudgementIsAnExitStatus(Judgement judgement, int status) {
    assertThat(judgement.exitStatus()).isEqualTo(status);
  }

  private static Control control(
      Map<String, Value> at, Presence presence, Judgement judgement, String reason) {
    return new Control(side(at, presence), judgement, reason);
  }

  private static PointExpectation side(Map<String, Value> at, Presence presence) {
    return new PointExpectation(new Point("v", at), "sig", presence, Set.of());
  }
}
