package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutlivedTest {

  @Test
  void presentWhenAllGoOn() {
    Observation seen = decide(24, 24);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.reason())
        .isEqualTo(
            "of 24 callers whose context ended during the look-up 24 came back only when an answer"
                + " was due");
  }

  @Test
  void presentWhenAGoodPartGoesOn() {
    // a cache of 3 s against a record of 1 s, watched for 5 s
    assertThat(decide(20, 9).state()).isEqualTo(State.PRESENT);
    assertThat(decide(20, 5).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void absentOnlyWhenNoneGoesOn() {
    assertThat(decide(24, 0).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void unknownWhenHardlyAnyGoesOn() {
    Observation seen = decide(24, 1);
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("few");
    assertThat(decide(20, 4).code()).isEqualTo("few");
  }

  @Test
  void unknownWhenTooLittleEnded() {
    assertThat(decide(7, 7).code()).isEqualTo("too-few");
    assertThat(decide(0, 0).code()).isEqualTo("too-few");
    assertThat(decide(8, 8).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void eachKindIsASignatureOfItsOwn() {
    Set<String> ids =
        Stream.of(Outlived.context(), Outlived.record(), Outlived.entry(), Outlived.question())
            .map(Signature::id)
            .collect(Collectors.toSet());
    assertThat(ids)
        .containsExactlyInAnyOrder(
            "deaf-to-context", "outdated-address", "never-evicts", "older-than-question");
    assertThat(ids).allMatch(id -> new Signatures().find(id).isPresent());
  }

  private static Observation decide(long ended, long kept) {
    return Outlived.context().decide(fact("ended", ended), fact("kept", kept));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, value, "cancel.json", "/" + name);
  }
}
