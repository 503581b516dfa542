package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.api.Test;

class RecursiveGetTest {

  @Test
  void presentWithASingleNestedCall() {
    assertThat(decide(400, 1, 8, 8).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void anEvenSingleThreadedRecursionWouldBePresent() {
    assertThat(decide(400, 1, 1, 1).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void absentWithOneThread() {
    Observation seen = decide(400, 0, 1, 1);
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("single-thread");
  }

  @Test
  void absentWithManyThreadsOnlyWhenTheyMet() {
    assertThat(decide(400, 0, 8, 8).code()).isEqualTo("not-recursive");
    assertThat(decide(400, 0, 8, 1).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void unknownAfterFewCalls() {
    assertThat(decide(49, 0, 8, 8).code()).isEqualTo("too-few");
  }

  private static Observation decide(long calls, long recursive, long threads, long inside) {
    return RecursiveGet.decide(
        fact("calls", calls),
        fact("recursive", recursive),
        fact("threads", threads),
        fact("inside", inside));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "bare.json", "/x");
  }
}
