package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.LookupTraffic;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepeatedLookupsTest {

  @Test
  void presentWhenCallersAskTogether() {
    Observation seen = burst(321, 64, wire(321, 64, 0));
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.code()).isEqualTo("together");
    assertThat(seen.reason()).contains("321 look-ups on the wire", "up to 64 of one name");
  }

  @Test
  void presentFromTheSecondLookupOfOneNameOutstanding() {
    assertThat(burst(321, 64, wire(40, 2, 0)).state()).isEqualTo(State.PRESENT);
    assertThat(burst(321, 64, wire(40, 1, 0)).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void absentWhenMergedOneAtAnExpiryOrOneAfterTheOther() {
    assertThat(burst(321, 64, wire(6, 1, 0)).code()).isEqualTo("merged");
    assertThat(burst(321, 64, wire(11, 1, 0)).code()).isEqualTo("merged");
  }

  @Test
  void presentWhenEveryRequestLooksUp() {
    Observation seen = requests(50, 50, wire(50, 1, 0));
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.code()).isEqualTo("each");
  }

  @Test
  void absentForItsOwnReason() {
    assertThat(requests(50, 1, wire(1, 1, 0)).code()).isEqualTo("connection-kept");
    assertThat(requests(50, 50, wire(1, 1, 0)).code()).isEqualTo("cached");
  }

  @Test
  void unknownBetweenFewAndEach() {
    assertThat(requests(50, 50, wire(49, 1, 0)).code()).isEqualTo("between");
    assertThat(requests(50, 50, wire(13, 1, 0)).code()).isEqualTo("between");
    assertThat(requests(50, 50, wire(12, 1, 0)).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void unknownWhenTooLittleHappened() {
    assertThat(requests(19, 19, wire(19, 1, 0)).code()).isEqualTo("too-few");
    assertThat(burst(321, 64, wire(0, 0, 0)).code()).isEqualTo("none-seen");
  }

  @Test
  void aLostReplyIsNotASecondLookup() {
    assertThat(burst(321, 64, wire(7, 2, 1)).code()).isEqualTo("lost-replies");
    assertThat(burst(321, 64, wire(9, 3, 1)).state()).isEqualTo(State.PRESENT);
  }

  private static Observation burst(long asked, long asking, LookupTraffic wire) {
    return RepeatedLookups.decide(
        fact("asked", asked), fact("asking", asking), Optional.empty(), wire);
  }

  private static Observation requests(long asked, long connections, LookupTraffic wire) {
    return RepeatedLookups.decide(
        fact("asked", asked),
        fact("asking", 1),
        Optional.of(fact("connections", connections)),
        wire);
  }

  private static LookupTraffic wire(long lookups, long oneName, long doubtful) {
    return new LookupTraffic(
        fact("look-ups", lookups),
        1,
        fact("one name", oneName),
        "backend.lab",
        doubtful,
        fact("all names", oneName),
        0);
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "dns.pcap", "frame 1");
  }
}
