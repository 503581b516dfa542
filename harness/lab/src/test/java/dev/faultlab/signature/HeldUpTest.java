package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.api.Test;

class HeldUpTest {
  @Test
  void presentWhenOneIsInTheSystemCallAndTheOthersWaitForItsLock() {
    Observation seen = decide(true, 32, 0, 1, 31, 32);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.code()).isEqualTo("queued");
    assertThat(seen.reason())
        .isEqualTo(
            "0 of 32 requests served while the file was held; threads in its system call: 1,"
                + " waiting for PrintStream's lock: 31");
  }

  @Test
  void absentWhenAllAreServedWhileTheFileIsHeld() {
    Observation seen = decide(true, 32, 32, 0, 0, 32);
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("served");
  }

  @Test
  void unknownWhenTheFileWasNotHeldToTheEnd() {
    assertThat(decide(false, 32, 0, 1, 31, 32).code()).isEqualTo("not-held");
    assertThat(decide(false, 32, 32, 0, 0, 32).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void unknownWhenSomethingElseHeldThemUp() {
    assertThat(decide(true, 32, 0, 1, 31, 31).code()).isEqualTo("not-served");
  }

  @Test
  void unknownWhenTheyStallWithoutALock() {
    assertThat(decide(true, 32, 0, 32, 0, 32).code()).isEqualTo("no-queue");
    // Some that are neither served nor inside: where are they?
    assertThat(decide(true, 32, 0, 1, 30, 32).code()).isEqualTo("no-queue");
    assertThat(decide(true, 32, 25, 1, 6, 32).code()).isEqualTo("no-queue");
  }

  @Test
  void unknownWhenTooFewAsk() {
    assertThat(decide(true, 7, 0, 1, 6, 7).code()).isEqualTo("too-few");
  }

  private static Observation decide(
      boolean held, long requests, long served, long running, long waiting, long afterwards) {
    return HeldUp.decide(
        "PrintStream's lock",
        held,
        fact("requests", requests),
        fact("served", served),
        fact("running", running),
        fact("waiting", waiting),
        fact("afterwards", afterwards));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "held.json", "/" + name);
  }
}
