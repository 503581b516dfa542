package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.api.Test;

class LookupAllocationTest {
  private static final long KEPT = 250;
  private static final long WALK = 60_000;

  @Test
  void presentWhenEachUseAllocatesAWalk() {
    Observation seen = decide(12_000, 3_000, 12_000 * KEPT + 3_000 * WALK);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.code()).isEqualTo("walk-per-use");
    assertThat(seen.reason()).contains("60000 bytes more per use").contains("a walk takes 60000");
  }

  @Test
  void presentWhenTheCompilerSavesAThirdOfTheWalk() {
    assertThat(decide(12_000, 3_000, 12_000 * KEPT + 3_000 * WALK * 2 / 3).state())
        .isEqualTo(State.PRESENT);
  }

  @Test
  void absentWhenNothingIsAllocatedBeyondTheDecoding() {
    assertThat(decide(12_000, 12_000, 12_000 * KEPT).code()).isEqualTo("no-walk");
    assertThat(decide(12_000, 12_000, 12_000 * (KEPT - 100)).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void lessThanWithKeptCharsetsIsCalledLess() {
    assertThat(decide(12_000, 12_000, 12_000 * (KEPT - 100)).reason())
        .startsWith("100 bytes less per use than with kept charsets");
  }

  @Test
  void aDifferenceBelowAByteIsNone() {
    assertThat(decide(12_000, 12_000, 12_000 * KEPT - 1).reason()).startsWith("0 bytes more");
  }

  @Test
  void absentWithStandardNamesWhoseDecodersAreMadeAnew() {
    assertThat(decide(12_000, 0, 12_000 * (KEPT + 250)).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void unknownBetweenAWalkAndNone() {
    Observation seen = decide(12_000, 3_000, 12_000 * KEPT + 3_000 * WALK * 3 / 10);
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("between");
  }

  @Test
  void unknownWithoutAYardstick() {
    Observation seen =
        LookupAllocation.decide(
            fact("decodes", 12_000),
            fact("needing", 3_000),
            fact("allocated", 12_000 * KEPT),
            fact("kept decodes", 20_000),
            fact("kept allocated", 20_000 * KEPT),
            fact("walks", 100),
            fact("walk allocated", 100 * KEPT));
    assertThat(seen.code()).isEqualTo("no-yardstick");
    assertThat(decide(99, 99, 0).code()).isEqualTo("too-few");
  }

  private static Observation decide(long decodes, long needing, long allocated) {
    return LookupAllocation.decide(
        fact("decodes", decodes),
        fact("needing", needing),
        fact("allocated", allocated),
        fact("kept decodes", 20_000),
        fact("kept allocated", 20_000 * KEPT),
        fact("walks", 100),
        fact("walk allocated", 100 * WALK));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "bare.json", "/" + name);
  }
}
