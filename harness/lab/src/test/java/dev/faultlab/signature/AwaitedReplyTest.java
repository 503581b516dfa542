package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import org.junit.jupiter.api.Test;

class AwaitedReplyTest {
  @Test
  void presentWhenEachRequestIsInTheCallThatReadsTheReply() {
    Observation seen = decide(true, 32, 0, 32, 0, 32);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.code()).isEqualTo("each-waits");
    assertThat(seen.reason())
        .isEqualTo(
            "0 of 32 requests served while the mail server did not answer; threads that wait for"
                + " its reply: 32, for a lock there: 0");
  }

  @Test
  void absentWhenAllAreServedThoughOthersStillWaitForTheReply() {
    Observation seen = decide(true, 32, 32, 4, 0, 32);
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("served");
  }

  @Test
  void unknownWhenALockIsInvolvedOrSomeAreElsewhere() {
    assertThat(decide(true, 32, 0, 1, 31, 32).code()).isEqualTo("not-told-apart");
    assertThat(decide(true, 32, 0, 31, 0, 32).code()).isEqualTo("not-told-apart");
    assertThat(decide(true, 32, 1, 31, 0, 32).code()).isEqualTo("not-told-apart");
    assertThat(decide(true, 32, 0, 32, 1, 32).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void unknownWhenTheReportProvesNothing() {
    assertThat(decide(false, 32, 0, 32, 0, 32).reason())
        .isEqualTo("the mail server was not held to the end");
    assertThat(decide(true, 32, 0, 32, 0, 31).code()).isEqualTo("not-served");
    assertThat(decide(true, 7, 0, 7, 0, 7).code()).isEqualTo("too-few");
  }

  private static Observation decide(
      boolean held, long requests, long served, long reading, long blocked, long afterwards) {
    return AwaitedReply.decide(
        "the mail server",
        held,
        fact("requests", requests),
        fact("served", served),
        fact("reading", reading),
        fact("blocked", blocked),
        fact("afterwards", afterwards));
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "held.json", "/" + name);
  }
}
