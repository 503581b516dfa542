package dev.faultlab.capture.packet;

import static dev.faultlab.capture.packet.Decoding.decode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import org.junit.jupiter.api.Test;

class PacketDecoderTest {
  private static final byte[] PAYLOAD = {1, 2, 3};
  private static final byte[] UDP = Wire.udp(1111, 53, PAYLOAD);
  private static final byte[] V4 = Wire.ipv4("10.0.0.1", "10.0.0.2", 17, 7, UDP);
  private static final byte[] V6 = Wire.ipv6("fd00::1", "2001:db8::53", 17, UDP);

  private static void isTheDatagram(Packet packet, String from, String to) {
    assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
    assertThat(packet.source()).hasToString(from);
    assertThat(packet.destination()).hasToString(to);
    assertThat(packet.payloadLength).isEqualTo(3);
    assertThat(packet.payloadCaptured).isEqualTo(3);
    assertThat(packet.data[packet.payloadStart + 2]).isEqualTo((byte) 3);
  }

  @Test
  void saysWhatItDoesNotDecode() {
    assertThat(decode(147, V4).kind).isEqualTo(Coverage.Kind.UNSUPPORTED_LINK);
    assertThat(decode(1, Wire.ethernet(0x0806, new byte[28])).kind).isEqualTo(Coverage.Kind.NOT_IP);
    byte[] icmp = Wire.ipv4("10.0.0.1", "10.0.0.2", 1, 0, new byte[8]);
    assertThat(decode(101, icmp).kind).isEqualTo(Coverage.Kind.OTHER_TRANSPORT);
    byte[] notIp = V4.clone();
    notIp[0] = 0x25;
    assertThat(decode(101, notIp).kind).isEqualTo(Coverage.Kind.MALFORMED);
  }

  @Test
  void skipsIpv4Options() {
    byte[] ip = Wire.ipv4("1.2.3.4", "5.6.7.8", 17, 0, 0, Wire.bytes(7, 7, 4, 0, 0, 0, 0, 0), UDP);
    // The numbers that systems have for raw IP.
    for (int raw : new int[] {12, 14, 101, 228, 229}) {
      isTheDatagram(decode(raw, ip), "1.2.3.4:1111", "5.6.7.8:53");
    }
  }

  @Test
  void walksIpv6ExtensionHeaders() {
    byte[] hop = Wire.join(Wire.bytes(60, 0), new byte[6]);
    byte[] options = Wire.join(Wire.bytes(43, 1), new byte[14]);
    byte[] routing = Wire.join(Wire.bytes(51, 0), new byte[6]);
    byte[] authentication = Wire.join(Wire.bytes(17, 4), new byte[22]);
    byte[] ip = Wire.ipv6("::1", "::2", 0, Wire.join(hop, options, routing, authentication, UDP));
    isTheDatagram(decode(101, ip), "[::1]:1111", "[::2]:53");
    int headers = ip.length - UDP.length;
    for (int captured = 0; captured < headers + 8; captured++) {
      assertThat(decode(101, ip, captured).kind).isEqualTo(Coverage.Kind.CUT_OFF);
    }
    assertThat(decode(101, ip, headers + 9).payloadCaptured).isEqualTo(1);
    byte[] endless = Wire.ipv6("::1", "::2", 0, Wire.join(Wire.bytes(0, 255), new byte[6]));
    assertThat(decode(101, endless).kind).isEqualTo(Coverage.Kind.MALFORMED);
  }

  @Test
  void neverReadsBeyondWhatIsCaptured() {
    byte[][] samples = {
      Wire.ethernet(V4),
      Wire.ethernet(V6),
      Wire.ethernet(
          Wire.ipv4(
              "1.1.1.1",
              "2.2.2.2",
              6,
              0,
              Wire.tcp(1, 2, 3, 4, 2, 5, Wire.synOptions(1460, 7), PAYLOAD)))
    };
    for (byte[] sample : samples) {
      Coverage.Kind whole = decode(1, sample).kind;
      for (int captured = 0; captured < sample.length; captured++) {
        assertThat(decode(1, sample, captured).kind).isIn(Coverage.Kind.CUT_OFF, whole);
      }
    }
  }

  @Test
  void recognisesLengthsThatContradictEachOther() {
    byte[] total = V4.clone();
    total[3] = 10;
    assertThat(decode(101, total).kind).isEqualTo(Coverage.Kind.MALFORMED);
    total[2] = 127;
    assertThat(decode(101, total).kind).isEqualTo(Coverage.Kind.MALFORMED);
    byte[] tcp = Wire.tcp(1, 2, 3, 4, 16, 5, new byte[0], PAYLOAD);
    tcp[12] = (byte) 0xf0;
    assertThat(decode(101, Wire.ipv4("1.1.1.1", "2.2.2.2", 6, 0, tcp)).kind)
        .isEqualTo(Coverage.Kind.MALFORMED);
    byte[] udp = UDP.clone();
    udp[5] = 7;
    assertThat(decode(101, Wire.ipv4("1.1.1.1", "2.2.2.2", 17, 0, udp)).kind)
        .isEqualTo(Coverage.Kind.MALFORMED);
  }

  @Test
  void takesTheFrameLengthWhereTheSenderLeftTheSegmentationToTheCard() {
    byte[] ip = V4.clone();
    ip[2] = 0;
    ip[3] = 0;
    isTheDatagram(decode(101, ip), "10.0.0.1:1111", "10.0.0.2:53");
  }

  /** The link layer's header is no part of what the card would have cut into segments. */
  @Test
  void leavesTheLinkLayerOutOfTheFrameLength() {
    byte[] tcp = Wire.tcp(1, 2, 3, 4, 16, 5, new byte[0], PAYLOAD);
    byte[] ip = Wire.ipv4("1.1.1.1", "2.2.2.2", 6, 0, tcp);
    ip[2] = 0;
    ip[3] = 0;
    assertThat(decode(1, Wire.ethernet(ip)).payloadLength).isEqualTo(PAYLOAD.length);
  }

  /** IPsec that protects without hiding (RFC 4302). */
  @Test
  void skipsAnAuthenticationHeader() {
    byte[] shortest = Wire.join(Wire.bytes(17, 1), new byte[10], UDP);
    byte[] longer = Wire.join(Wire.bytes(17, 4), new byte[22], UDP);
    for (byte[] protectedBy : new byte[][] {shortest, longer}) {
      byte[] ip = Wire.ipv4("10.0.0.1", "10.0.0.2", 51, 7, protectedBy);
      isTheDatagram(decode(101, ip), "10.0.0.1:1111", "10.0.0.2:53");
    }
    byte[] cut = Wire.ipv4("10.0.0.1", "10.0.0.2", 51, 7, shortest);
    assertThat(decode(101, cut, 20 + 7).kind).isEqualTo(Coverage.Kind.CUT_OFF);
    assertThat(decode(101, cut, 20 + 12).kind).isEqualTo(Coverage.Kind.CUT_OFF);
    byte[] authenticationHeader = Wire.join(Wire.bytes(17, 4), new byte[21]);
    assertThat(decode(101, Wire.ipv4("1.1.1.1", "2.2.2.2", 51, 7, authenticationHeader)).kind)
        .isEqualTo(Coverage.Kind.MALFORMED);
  }

  @Test
  void anExtensionHeaderThatIsLongerThanThePacketIsMalformed() {
    byte[] hop = Wire.join(Wire.bytes(17, 4), new byte[6]);
    assertThat(decode(101, Wire.ipv6("::1", "::2", 0, hop)).kind)
        .isEqualTo(Coverage.Kind.MALFORMED);
  }

  @Test
  void ignoresEthernetPadding() {
    byte[] tcp = Wire.tcp(1, 2, 3, 4, 16, 5, new byte[0], new byte[0]);
    byte[] frame =
        Wire.join(Wire.ethernet(Wire.ipv4("1.1.1.1", "2.2.2.2", 6, 0, tcp)), new byte[6]);
    assertThat(decode(1, frame).payloadLength).isZero();
  }

  /** Frames lie somewhere in the reader's buffer, with other frames before and behind them. */
  @Test
  void readsAFrameInTheMiddleOfABuffer() {
    byte[] hop = Wire.join(Wire.bytes(44, 0), new byte[6]);
    byte[] fragment = Wire.join(Wire.bytes(17, 0, 0, 1), Wire.u32(0xfedc_ba98L), UDP);
    byte[] six = Wire.ipv6("fd00::1", "2001:db8::53", 0, Wire.join(hop, fragment));
    byte[] tagged = Wire.ethernet(0x8100, Wire.join(Wire.u16(5), Wire.u16(0x86dd), six));
    Frame frame = new Frame();
    frame.linkType = 1;
    frame.start = 300;
    frame.data = Wire.join(new byte[300], tagged, new byte[300]);
    frame.captured = tagged.length;
    frame.length = tagged.length;
    Packet packet = new Packet();
    PacketDecoder.decode(frame, packet);
    assertThat(packet.kind).isEqualTo(Coverage.Kind.FRAGMENT);
    assertThat(packet.ttl).isEqualTo(64);
    assertThat(packet.ipId).isEqualTo(-1);
    assertThat(packet.source().address()).hasToString("fd00::1");
    assertThat(packet.fragmentStart).isEqualTo(300 + 14 + 4 + 40 + 8 + 8);
    assertThat(packet.fragmentId).isEqualTo(0xfedc_ba98L);
    assertThat(packet.moreFragments).isTrue();
    assertThat(packet.protocol).isEqualTo(17);
    assertThat(packet.fragmentLength).isEqualTo(UDP.length);
    assertThat(packet.fragmentCaptured).isEqualTo(UDP.length);
  }

  @Test
  void tellsWhereALaterFragmentBelongs() {
    byte[] four = Wire.ipv4("1.2.3.4", "5.6.7.8", 17, 9, 0x2003, new byte[4], PAYLOAD);
    Packet later = decode(101, four);
    assertThat(later.kind).isEqualTo(Coverage.Kind.FRAGMENT);
    assertThat(later.fragmentId).isEqualTo(9);
    assertThat(later.fragmentOffset).isEqualTo(24);
    assertThat(later.moreFragments).isTrue();
    assertThat(later.fragmentStart).isEqualTo(24);
    assertThat(later.fragmentLength).isEqualTo(3);
    assertThat(decode(101, four, 25).fragmentCaptured).isEqualTo(1);
    byte[] last = Wire.join(Wire.bytes(17, 0, 0, 0x18), Wire.u32(77), PAYLOAD);
    Packet six = decode(101, Wire.ipv6("::1", "::2", 44, last));
    assertThat(six.fragmentOffset).isEqualTo(24);
    assertThat(six.moreFragments).isFalse();
  }

  /** A single "fragment" is a whole packet (RFC 6946). */
  @Test
  void anAtomicFragmentIsWhole() {
    byte[] atomic = Wire.join(Wire.bytes(17, 0, 0, 0), Wire.u32(77), UDP);
    Packet packet = decode(101, Wire.ipv6("::1", "::2", 44, atomic));
    assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
  }

  /** The very byte at which headers are whole: one less was cut off by the snap length. */
  @Test
  void decodesWhatIsJustWhole() {
    byte[] tcp = Wire.tcp(1, 2, 3, 4, 16, 5, new byte[0], new byte[0]);
    byte[] four = Wire.ipv4("1.1.1.1", "2.2.2.2", 6, 0, tcp);
    byte[] six = Wire.ipv6("::1", "::2", 6, tcp);
    byte[] udp = Wire.ipv6("::1", "::2", 17, Wire.udp(1, 53, new byte[0]));
    assertThat(decode(101, four).kind).isEqualTo(Coverage.Kind.TCP);
    assertThat(decode(101, six).kind).isEqualTo(Coverage.Kind.TCP);
    assertThat(decode(101, udp).kind).isEqualTo(Coverage.Kind.UDP);
    assertThat(decode(101, udp).payloadLength).isZero();
    for (byte[] whole : new byte[][] {four, six, udp}) {
      assertThat(decode(101, whole, whole.length - 1).kind).isEqualTo(Coverage.Kind.CUT_OFF);
    }
  }

  @Test
  void aTransportHeaderThatDoesNotFitIsMalformed() {
    byte[] short4 = Wire.ipv4("1.1.1.1", "2.2.2.2", 6, 0, new byte[19]);
    assertThat(decode(101, short4).kind).isEqualTo(Coverage.Kind.MALFORMED);
    byte[] shortUdp = Wire.ipv4("1.1.1.1", "2.2.2.2", 17, 0, new byte[7]);
    assertThat(decode(101, shortUdp).kind).isEqualTo(Coverage.Kind.MALFORMED);
    byte[] shortSix = Wire.ipv6("::1", "::2", 0, Wire.join(Wire.bytes(17, 0), new byte[5]));
    assertThat(decode(101, shortSix).kind).isEqualTo(Coverage.Kind.MALFORMED);
    byte[] longSix = Wire.ipv6("::1", "::2", 0, Wire.join(Wire.bytes(17, 0), new byte[6], UDP));
    assertThat(decode(101, longSix, 47).kind).isEqualTo(Coverage.Kind.CUT_OFF);
    longSix[5]++;
    assertThat(decode(101, longSix).kind).isEqualTo(Coverage.Kind.MALFORMED);
  }

  /** An empty ICMP message, and options with "no next header" (RFC 8200, 4.7). */
  @Test
  void aHeaderMayBeAllThatThereIs() {
    byte[] options = Wire.join(Wire.bytes(59, 0), new byte[6]);
    for (byte[] ip :
        new byte[][] {
          Wire.ipv4("1.1.1.1", "2.2.2.2", 1, 0, new byte[0]),
          Wire.ipv6("::1", "::2", 59, new byte[0]),
          Wire.ipv6("::1", "::2", 60, options)
        }) {
      assertThat(decode(101, ip).kind).isEqualTo(Coverage.Kind.OTHER_TRANSPORT);
      assertThat(decode(101, ip, ip.length - 1).kind).isEqualTo(Coverage.Kind.CUT_OFF);
    }
    assertThat(decode(101, Wire.bytes(0x50)).kind).isEqualTo(Coverage.Kind.MALFORMED);
  }

  /** Length 0 in UDP over IPv6 stands for a jumbogram (RFC 2675): what is there is the payload. */
  @Test
  void takesTheWholeRestWhereUdpNamesNoLength() {
    byte[] udp = UDP.clone();
    udp[5] = 0;
    isTheDatagram(decode(101, Wire.ipv6("::1", "::2", 17, udp)), "[::1]:1111", "[::2]:53");
    byte[] tooLong = UDP.clone();
    tooLong[5] = (byte) (UDP.length + 1);
    assertThat(decode(101, Wire.ipv6("::1", "::2", 17, tooLong)).kind)
        .isEqualTo(Coverage.Kind.MALFORMED);
  }

  @Test
  void aFrameWithoutATimeHasThatOfTheOneBefore() {
    Packet packet = new Packet();
    Frame frame = new Frame();
    frame.timeNanos = 5;
    PacketDecoder.decode(frame, packet);
    frame.timeNanos = Frame.NO_TIME;
    PacketDecoder.decode(frame, packet);
    assertThat(packet.timeNanos).isEqualTo(5);
  }
}
