package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.api.Test;

class ForetoldCodesTest {

  @Test
  void presentWhenAllComeAsForetold() {
    Observation seen = decide(18, 5, 5);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.reason()).isEqualTo("5 of the next 5 codes came as foretold after 18");
  }

  @Test
  void absentWhenNoStateMakesTheCodes() {
    Observation seen = decide(18, 0, 0);
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("no-state");
  }

  @Test
  void unknownWhenSomebodyElseTookCodesInBetween() {
    assertThat(decide(18, 5, 4).code()).isEqualTo("not-in-a-row");
    assertThat(decide(18, 5, 0).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void unknownOnTooLittle() {
    assertThat(decide(11, 5, 5).code()).isEqualTo("too-few");
    assertThat(decide(18, 2, 2).state()).isEqualTo(State.UNKNOWN);
  }

  private static Observation decide(long looked, long told, long hits) {
    return ForetoldCodes.decide(fact("looked", looked), fact("told", told), fact("hits", hits));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "foretold.json", "/" + name);
  }
}
