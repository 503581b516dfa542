package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.api.Test;

class ProviderLookupsTest {

  @Test
  void presentWhenEveryUseIsALookUp() {
    Observation seen = decide(12_000, 12_000, 3_000, 3_000);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.code()).isEqualTo("every-use");
    assertThat(seen.reason()).contains("3000 look-ups").contains("3000 of 12000");
  }

  @Test
  void presentUnderALoadWhoseOrderHidesSome() {
    assertThat(decide(2_000, 2_000, 400, 399).code()).isEqualTo("many-uses");
    assertThat(decide(2_000, 2_000, 400, 40).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void absentWhenTheNameIsRemembered() {
    assertThat(decide(12_000, 12_000, 12_000, 0).code()).isEqualTo("cached");
    assertThat(decide(2_000, 2_000, 400, 4).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void unknownBetweenOftenAndRarely() {
    assertThat(decide(2_000, 2_000, 400, 39).code()).isEqualTo("few-uses");
    assertThat(decide(2_000, 2_000, 400, 5).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void tellsAControlThatNeverAsksByNameFromOneWithStandardNamesOnly() {
    assertThat(decide(12_000, 0, 3_000, 0).code()).isEqualTo("kept");
    assertThat(decide(12_000, 12_000, 0, 0).code()).isEqualTo("standard-only");
    assertThat(decide(12_000, 0, 3_000, 0).state()).isEqualTo(State.ABSENT);
    assertThat(decide(12_000, 12_000, 0, 0).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void lookUpsThatNothingExplainsDecideNothing() {
    assertThat(decide(12_000, 0, 3_000, 3_000).code()).isEqualTo("stray");
    assertThat(decide(12_000, 12_000, 0, 3_000).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void unknownAfterFewDecodes() {
    assertThat(decide(49, 49, 49, 49).code()).isEqualTo("too-few");
    assertThat(decide(12_000, 12_000, 49, 0).state()).isEqualTo(State.UNKNOWN);
    assertThat(decide(49, 0, 0, 0).state()).isEqualTo(State.UNKNOWN);
  }

  private static Observation decide(long decodes, long byName, long needing, long lookups) {
    return ProviderLookups.decide(
        fact("decodes", decodes),
        fact("byName", byName),
        fact("needing", needing),
        fact("lookups", lookups));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "bare.json", "/" + name);
  }
}
