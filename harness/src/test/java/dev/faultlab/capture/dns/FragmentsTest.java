package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DNS messages in IP fragments. */
class FragmentsTest {
  private static final String NAME = "many.example.test";
  private static final String[] ADDRESSES = {"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"};
  private static final byte[] UDP =
      Wire.udp(53, 7, Wire.dnsAnswer(7, NAME, DnsScene.A, 0, 30, ADDRESSES));

  private static byte[] piece(boolean six, int from, int to) {
    byte[] part = Arrays.copyOfRange(UDP, from, Math.min(to, UDP.length));
    boolean more = to < UDP.length;
    if (six) {
      byte[] header = Wire.join(Wire.bytes(17, 0), Wire.u16(from | (more ? 1 : 0)), Wire.u32(99));
      return Wire.ethernet(Wire.ipv6("fd00::53", "fd00::1", 44, Wire.join(header, part)));
    }
    int field = from / 8 | (more ? 0x2000 : 0);
    return Wire.ethernet(Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, field, new byte[0], part));
  }

  private static DnsScene asked(boolean six) {
    byte[] query = Wire.udp(7, 53, Wire.dnsQuery(7, NAME, DnsScene.A));
    return six
        ? new DnsScene().raw(0, Wire.ethernet(Wire.ipv6("fd00::1", "fd00::53", 17, query)))
        : new DnsScene().frame(0, "10.0.0.1", "10.0.0.53", query);
  }

  private static DnsExchange.Answer answer(DnsScene scene) {
    DnsSummary summary = scene.read();
    assertThat(summary.counts().missingFragments()).isZero();
    assertThat(summary.counts().unmatchedAnswers()).isZero();
    return summary.exchanges().get(0).answer().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void putsThemTogetherWhereTheLastOneStands(boolean six) {
    DnsScene scene = asked(six).raw(1, piece(six, 0, 48)).raw(2, piece(six, 48, 80));
    DnsExchange.Answer answer = answer(scene.raw(3, piece(six, 80, 9999)));
    assertThat(answer.frame()).isEqualTo(4);
    assertThat(answer.addresses()).hasSize(4);
    assertThat(answer.complete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void takesThemInAnyOrderAndTwice(boolean six) {
    DnsScene scene = asked(six).raw(1, piece(six, 80, 9999)).raw(2, piece(six, 80, 9999));
    DnsExchange.Answer answer = answer(scene.raw(3, piece(six, 0, 48)).raw(4, piece(six, 48, 80)));
    assertThat(answer.frame()).isEqualTo(5);
    assertThat(answer.addresses()).hasSize(4);
  }

  @Test
  void namesWhatIsMissing() {
    DnsCounts first = asked(false).raw(1, piece(false, 48, 9999)).read().counts();
    assertThat(first.missingFragments()).isEqualTo(1);
    assertThat(first.missingFragmentFrame()).isEqualTo(2);
    DnsCounts middle =
        asked(false).raw(1, piece(false, 0, 48)).raw(2, piece(false, 80, 9999)).read().counts();
    assertThat(middle.missingFragments()).isEqualTo(1);
    assertThat(middle.answers()).isZero();
  }

  /** Somebody else's fragments are no DNS message. */
  @Test
  void countsOnlyMessagesOfNameServers() {
    byte[] other = Wire.udp(2049, 900, new byte[100]);
    byte[] head = Arrays.copyOf(other, 48);
    byte[] tail = Arrays.copyOfRange(other, 48, other.length);
    byte[] first = Wire.ipv4("10.0.0.7", "10.0.0.1", 17, 5, 0x2000, new byte[0], head);
    byte[] orphan = Wire.ipv4("10.0.0.8", "10.0.0.1", 17, 6, 6, new byte[0], tail);
    DnsScene scene = asked(false).raw(1, Wire.ethernet(first)).raw(2, Wire.ethernet(orphan));
    assertThat(scene.read().counts().missingFragments()).isZero();
  }

  /** Memory is bounded: what stays incomplete for long is let go. */
  @Test
  void letsGoOfTheOldest() {
    DnsScene scene = asked(false);
    for (int id = 0; id < 200; id++) {
      byte[] part = Arrays.copyOf(UDP, 48);
      byte[] first = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, id, 0x2000, new byte[0], part);
      scene.raw(1 + id, Wire.ethernet(first));
    }
    // The rest of the very first one comes too late.
    byte[] rest = Arrays.copyOfRange(UDP, 48, UDP.length);
    byte[] last = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 0, 6, new byte[0], rest);
    DnsCounts counts = scene.raw(300, Wire.ethernet(last)).read().counts();
    assertThat(counts.answers()).isZero();
    assertThat(counts.missingFragments()).isEqualTo(201);
    assertThat(counts.missingFragmentFrame()).isEqualTo(2);
  }
}
