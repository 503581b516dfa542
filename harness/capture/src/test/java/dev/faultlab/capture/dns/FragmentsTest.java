package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(summary.counts().missingFragments().messages()).isZero();
    assertThat(summary.counts().unmatchedAnswers()).isZero();
    return summary.exchanges().get(0).answer().orElseThrow();
  }

  /** Pieces by the bytes that they hold, how many answers they make, and how many lack some. */
  @ParameterizedTest
  @CsvSource({
    "0-48 48-80 80-9999, 1, 0",
    // In any order, and twice.
    "80-9999 80-9999 0-48 48-80, 1, 0",
    // A piece that came before, all of it or a part, says nothing new.
    "0-48 48-80 48-72 0-56 80-9999, 1, 0",
    "48-9999, 0, 1",
    "0-48 80-9999, 0, 1",
    // Nothing can stand between the bytes 45 and 48.
    "0-45 48-9999, 0, 1"
  })
  void putsThemTogetherWhereTheLastOneStands(String pieces, int answers, int missing) {
    for (boolean six : new boolean[] {false, true}) {
      DnsScene scene = asked(six);
      int frames = 1;
      for (String each : pieces.split(" ")) {
        String[] range = each.split("-");
        scene.raw(frames++, piece(six, Integer.parseInt(range[0]), Integer.parseInt(range[1])));
      }
      DnsCounts counts = scene.read().counts();
      assertThat(counts.answers()).isEqualTo(answers);
      assertThat(counts.unreadable().malformed()).isZero();
      assertThat(counts.missingFragments().messages()).isEqualTo(missing);
      assertThat(counts.missingFragments().firstFrame()).isEqualTo(missing == 0 ? 0 : 2);
      if (answers > 0) {
        DnsExchange.Answer answer = answer(scene);
        assertThat(answer.frame()).isEqualTo(frames);
        assertThat(answer.addresses()).hasSize(4);
        assertThat(answer.complete()).isTrue();
      }
    }
  }

  /** Offsets are counted in eights, lengths in ones. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void noticesAHoleOfOneUnitWhateverTheLength(int more) {
    byte[] padded = Wire.join(UDP, new byte[more]);
    int tail = (padded.length - 1) / 8 * 8;
    byte[] last = piece(padded, tail, padded.length);
    byte[] first = piece(padded, 0, tail - 8);
    DnsScene scene = asked(false).raw(1, last).raw(2, first);
    DnsCounts counts = scene.read().counts();
    assertThat(counts.missingFragments().messages()).isEqualTo(1);
    DnsSummary whole = scene.raw(3, piece(padded, tail - 8, tail)).read();
    assertThat(whole.exchanges().get(0).answer().orElseThrow().frame()).isEqualTo(4);
  }

  private static byte[] piece(byte[] datagram, int from, int to) {
    int field = from / 8 | (to < datagram.length ? 0x2000 : 0);
    byte[] part = Arrays.copyOfRange(datagram, from, to);
    return Wire.ethernet(Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, field, new byte[0], part));
  }

  @Test
  void saysThatTheSnapLengthCutARecord() {
    DnsScene scene = asked(false).snap(14 + 20 + 80).raw(1, piece(false, 0, 96));
    isCutBehindTwoAddresses(scene.snap(65_535).raw(2, piece(false, 96, 9999)));
  }

  @Test
  void saysThatTheSnapLengthCutTheLastFragment() {
    DnsScene scene = asked(false).raw(1, piece(false, 0, 48)).snap(14 + 20 + 30);
    isCutBehindTwoAddresses(scene.raw(2, piece(false, 48, 9999)));
  }

  private static void isCutBehindTwoAddresses(DnsScene scene) {
    DnsExchange.Answer answer = scene.read().exchanges().get(0).answer().orElseThrow();
    assertThat(answer.complete()).isFalse();
    assertThat(answer.addresses()).hasSize(2);
  }

  /** A length that is in the header and a name that does not end within it. */
  @Test
  void aWholeMessageWithoutTheEndOfItsNameIsMalformed() {
    byte[] datagram = Wire.udp(53, 7, Arrays.copyOf(Wire.dnsQuery(7, NAME, DnsScene.A), 24));
    DnsScene scene = asked(false).raw(1, piece(datagram, 0, 24));
    DnsCounts counts = scene.raw(2, piece(datagram, 24, datagram.length)).read().counts();
    assertThat(counts.unreadable().malformed()).isEqualTo(1);
    assertThat(counts.unreadable().cutOff()).isZero();
  }

  /** What receivers make of these differs (RFC 1858, RFC 5722): the message is not known. */
  @ParameterizedTest
  @CsvSource({"48, 80, 1", "0, 56, 1", "40, 9999, 0", "72, 96, 0"})
  void putsNothingTogetherThatOverlaps(int from, int to, int altered) {
    byte[] other = UDP.clone();
    other[from] += (byte) altered;
    DnsScene scene = asked(false).raw(1, piece(false, 0, 48)).raw(2, piece(false, 48, 80));
    scene.raw(3, piece(other, from, Math.min(to, other.length)));
    DnsCounts counts = scene.raw(5, piece(false, 80, 9999)).read().counts();
    assertThat(counts.answers()).isZero();
    assertThat(counts.missingFragments().messages()).isPositive();
  }

  /**
   * Pieces of which one is the last of a datagram, and the other stands behind its end or ends
   * elsewhere.
   */
  @ParameterizedTest
  @CsvSource({
    "96, 80, 9999, 96, 9999, 80",
    "96, 80, 9999, 80, 9999, 80",
    "9999, 80, 96, 80, 9999, 80",
    "9999, 80, 80, 48, 104, 48"
  })
  void twoEndsAreNoDatagram(int length, int from, int other, int begin, int until, int rest) {
    byte[] one = Arrays.copyOf(UDP, Math.min(length, UDP.length));
    byte[] two = Arrays.copyOf(UDP, Math.min(other, UDP.length));
    DnsScene scene = asked(false).raw(1, piece(one, from, Math.min(until, one.length)));
    scene.raw(2, piece(two, begin, two.length));
    DnsCounts counts = scene.raw(3, piece(false, 0, rest)).read().counts();
    assertThat(counts.answers()).isZero();
    assertThat(counts.missingFragments().messages()).isEqualTo(1);
  }

  /** Identifications come again: half of a datagram is not the other half of a later one. */
  @Test
  void givesUpAfterAMinute() {
    DnsScene scene = asked(false).raw(1, piece(false, 0, 48));
    DnsSummary late = scene.raw(60_002, piece(false, 48, 9999)).read();
    assertThat(late.counts().answers()).isZero();
    assertThat(late.counts().missingFragments().messages()).isEqualTo(2);
    DnsScene inTime = asked(false).raw(1, piece(false, 0, 48));
    assertThat(inTime.raw(60_001, piece(false, 48, 9999)).read().counts().answers()).isEqualTo(1);
  }

  /** Hop-by-hop options and a route before the fragment header, more options behind it. */
  @Test
  void findsTheMessageAmongExtensionHeaders() {
    byte[] inside = Wire.join(Wire.bytes(17, 0, 1, 4, 0, 0, 0, 0), UDP);
    DnsScene scene = asked(true);
    for (int from = 0; from < inside.length; from += 56) {
      int to = Math.min(from + 56, inside.length);
      int field = from | (to < inside.length ? 1 : 0);
      byte[] part = Arrays.copyOfRange(inside, from, to);
      byte[] fragment = Wire.join(Wire.bytes(60, 0), Wire.u16(field), Wire.u32(99), part);
      byte[] route = Wire.join(Wire.bytes(44, 0, 4, 0, 0, 0, 0, 0), fragment);
      byte[] hops = Wire.join(Wire.bytes(43, 0, 1, 4, 0, 0, 0, 0), route);
      scene.raw(1 + from, Wire.ethernet(Wire.ipv6("fd00::53", "fd00::1", 0, hops)));
    }
    assertThat(answer(scene).addresses()).hasSize(4);
  }

  @Test
  void aFragmentThatWouldReachBeyondTheLongestDatagramDoesNoHarm() {
    byte[] beyond =
        Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, 65_528 / 8, new byte[0], new byte[100]);
    DnsCounts counts = asked(false).raw(1, Wire.ethernet(beyond)).read().counts();
    assertThat(counts.missingFragments().messages()).isEqualTo(1);
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
    assertThat(scene.read().counts().missingFragments().messages()).isZero();
  }

  /** Behind so many servers, each fragment may be a server's. */
  @ParameterizedTest
  @CsvSource({"9999, 0", "10000, 1", "10001, 1"})
  void countsEveryFragmentIfThereAreMoreServersThanAreRemembered(int servers, long missing) {
    DnsScene scene = new DnsScene();
    byte[] query = Wire.udp(7, 53, Wire.dnsQuery(7, NAME, DnsScene.A));
    for (int i = 0; i < servers; i++) {
      scene.frame(i, "10.0.0.1", "10.1." + i / 250 + "." + i % 250, query);
    }
    byte[] orphan = Wire.ipv4("10.0.0.8", "10.0.0.1", 17, 6, 6, new byte[0], new byte[60]);
    DnsCounts counts = scene.raw(servers, Wire.ethernet(orphan)).read().counts();
    assertThat(counts.missingFragments().messages()).isEqualTo(missing);
  }

  /** Another sender's fragment comes first, which counts where there are tunnels. */
  @ParameterizedTest
  @CsvSource({"false, 1, 3", "true, 2, 2"})
  void saysWhereTheFirstIncompleteMessageIs(boolean tunnels, long messages, long first) {
    byte[] orphan = Wire.ipv4("10.0.0.8", "10.0.0.1", 17, 6, 6, new byte[0], new byte[60]);
    DnsScene scene = asked(false).raw(1, Wire.ethernet(orphan)).raw(2, piece(false, 0, 48));
    if (tunnels) {
      byte[] inner = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, Wire.udp(53, 8, new byte[0]));
      scene.raw(3, Wire.ethernet(inTunnel("vxlan", 42, inner)));
    }
    DnsCounts.Fragmented missing = scene.read().counts().missingFragments();
    assertThat(missing.messages()).isEqualTo(messages);
    assertThat(missing.firstFrame()).isEqualTo(first);
  }

  /** Memory is bounded: what stays incomplete for long is let go. */
  @Test
  void letsGoOfTheOldest() {
    DnsScene scene = asked(false);
    for (int id = 0; id < 300; id++) {
      byte[] part = Arrays.copyOf(UDP, 48);
      byte[] first = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, id, 0x2000, new byte[0], part);
      scene.raw(1 + id, Wire.ethernet(first));
    }
    // The rest of the very first one comes too late.
    byte[] rest = Arrays.copyOfRange(UDP, 48, UDP.length);
    byte[] last = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 0, 6, new byte[0], rest);
    DnsCounts counts = scene.raw(400, Wire.ethernet(last)).read().counts();
    assertThat(counts.answers()).isZero();
    assertThat(counts.missingFragments().messages()).isEqualTo(301);
    assertThat(counts.missingFragments().firstFrame()).isEqualTo(2);
  }

  /** The answer's segment in three pieces; which of them come, and in which order. */
  @ParameterizedTest
  @CsvSource({"0 1 2, 1, 0", "2 0 1, 1, 0", "1 1 2 0, 1, 0", "0 2, 0, 1", "1 2, 0, 1"})
  void readsDnsOverTcp(String order, int answers, int missing) {
    byte[] query = Wire.dnsQuery(7, NAME, DnsScene.A);
    byte[] answer = Wire.dnsAnswer(7, NAME, DnsScene.A, 0, 30, ADDRESSES);
    byte[] asks = segment(7, 53, query);
    DnsScene scene =
        new DnsScene().raw(0, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.53", 6, 1, asks)));
    byte[] ip = Wire.ipv4("10.0.0.53", "10.0.0.1", 6, 99, segment(53, 7, answer));
    DnsCounts counts = inOrder(scene, ip, order).read().counts();
    assertThat(counts.queries()).isEqualTo(1);
    assertThat(counts.answers()).isEqualTo(answers);
    assertThat(counts.missingFragments().messages()).isEqualTo(missing);
  }

  private static byte[] segment(int from, int to, byte[] message) {
    byte[] data = Wire.join(Wire.u16(message.length), message);
    return Wire.tcp(from, to, 100, 200, 0x18, 500, new byte[0], data);
  }

  private static DnsScene inOrder(DnsScene scene, byte[] ip, String order) {
    List<byte[]> pieces = Wire.fragments(ip, (ip.length - 20) / 3 / 8 * 8 + 8);
    assertThat(pieces).hasSize(3);
    double ms = 1;
    for (String each : order.split(" ")) {
      scene.raw(ms++, Wire.ethernet(pieces.get(Integer.parseInt(each))));
    }
    return scene;
  }

  private static byte[] inTunnel(String kind, int network, byte[] inner) {
    byte[] head = Wire.join(Wire.bytes(8, 0, 0, 0), Wire.u32((long) network << 8));
    byte[] contents =
        switch (kind) {
          case "vxlan" -> Wire.udp(5, 4789, Wire.join(head, Wire.ethernet(inner)));
          case "gre" -> Wire.join(Wire.bytes(0, 0, 8, 0), inner);
          default -> inner;
        };
    int protocol = kind.equals("vxlan") ? 17 : kind.equals("gre") ? 47 : 4;
    return Wire.ipv4("192.168.0.1", "192.168.0.2", protocol, 3000 + network, contents);
  }

  /** Fragments of what carries a packet, and not of the packet. */
  @ParameterizedTest
  @ValueSource(strings = {"vxlan", "gre", "ipip"})
  void putsATunnelsPacketsTogetherFirst(String kind) {
    byte[] inner = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, UDP);
    byte[] outer = inTunnel(kind, 42, inner);
    DnsExchange.Answer answer = answer(inOrder(asked(false), outer, "2 0 1"));
    assertThat(answer.frame()).isEqualTo(4);
    assertThat(answer.addresses()).hasSize(4);
    DnsCounts hole = inOrder(asked(false), outer, "0 2").read().counts();
    assertThat(hole.answers()).isZero();
    assertThat(hole.missingFragments().messages()).isEqualTo(1);
    // Without the first one the ports are missing, so only a protocol or company tells.
    DnsCounts headless = inOrder(asked(false), outer, "1 2").read().counts();
    assertThat(headless.missingFragments().messages()).isEqualTo(kind.equals("vxlan") ? 0 : 1);
    DnsScene among = asked(false).raw(0, Wire.ethernet(inTunnel("vxlan", 42, inner)));
    assertThat(inOrder(among, outer, "1 2").read().counts().missingFragments().messages())
        .isEqualTo(1);
  }

  @Test
  void putsFragmentsInFragmentsTogether() {
    DnsScene scene = asked(false);
    byte[] inner = Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, UDP);
    int network = 0;
    for (byte[] each : Wire.fragments(inner, 64)) {
      byte[] outer = Wire.ipv4("192.168.0.1", "192.168.0.2", 4, 3000 + network++, each);
      for (byte[] piece : Wire.fragments(outer, 48)) {
        scene.raw(network, Wire.ethernet(piece));
      }
    }
    assertThat(answer(scene).addresses()).hasSize(4);
  }

  /** IPv4 counts by protocol as well (RFC 791): half of a segment is not half of a datagram. */
  @Test
  void keepsProtocolsApart() {
    byte[] other = Wire.ipv4("10.0.0.53", "10.0.0.1", 6, 99, 8, new byte[0], new byte[32]);
    DnsScene scene = asked(false).raw(1, piece(false, 0, 64)).raw(2, Wire.ethernet(other));
    DnsCounts counts = scene.raw(3, piece(false, 64, 9999)).read().counts();
    assertThat(counts.answers()).isEqualTo(1);
    assertThat(counts.missingFragments().messages()).isEqualTo(1);
  }

  /** Two networks may have the same addresses and count with the same numbers. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1, 0", "1, 2, 0, 2"})
  void keepsVirtualNetworksApart(int one, int other, int answers, int missing) {
    List<byte[]> pieces = Wire.fragments(Wire.ipv4("10.0.0.53", "10.0.0.1", 17, 99, UDP), 64);
    DnsScene scene = asked(false).raw(1, Wire.ethernet(inTunnel("vxlan", one, pieces.get(0))));
    scene.raw(2, Wire.ethernet(inTunnel("vxlan", other, pieces.get(1))));
    DnsCounts counts = scene.read().counts();
    assertThat(counts.answers()).isEqualTo(answers);
    assertThat(counts.missingFragments().messages()).isEqualTo(missing);
  }
}
