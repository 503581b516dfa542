package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.LookupTraffic;
import org.junit.jupiter.api.Test;

class SerialisedLookupsTest {

  @Test
  void presentWhenManyAskAndOneIsOutstanding() {
    assertThat(decide(500, 500, 32, traffic(500, 1, 1, 0, 1)).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void absentWhenTwoLookupsOfOneNameAreOutstanding() {
    Observation seen = decide(500, 500, 32, traffic(500, 1, 17, 0, 17));
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("concurrent");
  }

  @Test
  void absentWhenDifferentNamesAreOutstandingTogetherAndNobodySharesOne() {
    Observation seen = decide(500, 500, 32, 1, traffic(500, 32, 1, 0, 30));
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("concurrent");
    // However few there are on a slow machine: two at once are no queue.
    assertThat(decide(500, 500, 5, 1, traffic(500, 32, 1, 0, 2)).state()).isEqualTo(State.ABSENT);
    assertThat(decide(500, 500, 32, 1, traffic(500, 32, 1, 0, 1)).code()).isEqualTo("few-at-once");
    assertThat(decide(100, 100, 32, 1, traffic(49, 32, 1, 0, 9)).code()).isEqualTo("too-few");
  }

  @Test
  void presentWhenManyAskForEachOfSeveralNames() {
    // Eight names outstanding at once, and yet each has its queue.
    Observation seen = decide(500, 500, 64, 8, traffic(500, 8, 1, 0, 8));
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.reason())
        .isEqualTo(
            "8 threads asking, 500 look-ups of 8 names, of any one, never more than 1 outstanding");
    assertThat(decide(500, 500, 64, 7, traffic(500, 9, 1, 0, 9)).code()).isEqualTo("few-at-once");
    assertThat(decide(500, 500, 64, 2, traffic(500, 32, 1, 0, 32)).code()).isEqualTo("few-at-once");
  }

  @Test
  void absentForItsOwnReasonWhenTheNameIsCached() {
    Observation seen = decide(500, 500, 32, traffic(1, 1, 1, 0, 1));
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("cached");
  }

  @Test
  void absentForItsOwnReasonWhenNobodyAsks() {
    Observation seen = decide(500, 32, 8, traffic(32, 1, 1, 0, 1));
    assertThat(seen.state()).isEqualTo(State.ABSENT);
    assertThat(seen.code()).isEqualTo("not-asked");
  }

  @Test
  void unknownWhenTheWireHasLookupsThatTheCounterHasNot() {
    assertThat(decide(500, 0, 0, traffic(50, 1, 1, 0, 1)).code()).isEqualTo("not-asked");
    Observation seen = decide(500, 0, 0, traffic(51, 1, 1, 0, 1));
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("counter-differs");
  }

  @Test
  void unknownWhenTooFewThreadsAsk() {
    Observation seen = decide(500, 500, 7, traffic(500, 1, 1, 0, 1));
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("too-few-threads");
  }

  @Test
  void unknownWhenTooLittleHappened() {
    assertThat(decide(49, 49, 32, traffic(49, 1, 1, 0, 1)).code()).isEqualTo("too-few");
    assertThat(decide(100, 100, 32, traffic(49, 1, 1, 0, 1)).code()).isEqualTo("too-few");
  }

  @Test
  void aLostReplyIsNotAConcurrentLookup() {
    Observation seen = decide(500, 500, 32, traffic(500, 1, 2, 1, 2));
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("lost-replies");
    assertThat(decide(500, 500, 32, traffic(500, 1, 3, 1, 3)).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void failuresThatAreRememberedAreNoCache() {
    Observation seen =
        SerialisedLookups.decide(
            fact("calls", 200),
            fact("asked", 200),
            fact("failed", 200),
            fact("asking", 8),
            fact("asking one name", 8),
            traffic(1, 1, 1, 0, 1));
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("failed");
    assertThat(seen.reason()).startsWith("200 of 200 look-ups failed");
  }

  @Test
  void oneAtATimeDecidesNothingWhenACacheAnswersHalfOfThem() {
    Observation seen = decide(500, 500, 32, traffic(250, 1, 1, 0, 1));
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("partly-cached");
    assertThat(decide(500, 500, 32, traffic(251, 1, 1, 0, 1)).state()).isEqualTo(State.PRESENT);
  }

  private static Observation decide(long calls, long asked, long asking, LookupTraffic wire) {
    return decide(calls, asked, asking, asking, wire);
  }

  private static Observation decide(
      long calls, long asked, long asking, long askingOneName, LookupTraffic wire) {
    return SerialisedLookups.decide(
        fact("calls", calls),
        fact("asked", asked),
        fact("failed", 0),
        fact("asking", asking),
        fact("asking one name", askingOneName),
        wire);
  }

  private static LookupTraffic traffic(
      long lookups, int names, long oneName, long doubtful, long allNames) {
    return new LookupTraffic(
        fact("look-ups", lookups),
        names,
        fact("one name", oneName),
        "backend.lab",
        doubtful,
        fact("all names", allNames),
        0);
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "dns.pcap", "frame 1");
  }
}
