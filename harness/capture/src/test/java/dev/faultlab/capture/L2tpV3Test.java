package dev.faultlab.capture;

import static dev.faultlab.capture.Decoding.decode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.link.Bytes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an L2TP version 3 packet proves to carry, and what it does not tell. */
class L2tpV3Test {
  private static final int ETHERNET = 1;
  private static final int OVER_IP = 115;
  private static final byte[] SESSION = Wire.u32(0x0102_0304L);
  private static final byte[] QUERY = Wire.udp(4000, 53, Wire.dnsQuery(1, "name.lab", 1));
  private static final byte[] INNER = checked(Wire.ipv4("10.0.0.1", "10.0.0.53", 17, 7, QUERY));
  private static final byte[] INNER6 = Wire.ipv6("fd00::1", "fd00::53", 17, QUERY);

  /** Linux computes the checksum of each IPv4 header itself, that of a tunnelled one too. */
  private static byte[] checked(byte[] ip) {
    int sum = 0;
    for (int i = 0; i < 20; i += 2) {
      sum += Bytes.u16(ip, i);
    }
    sum = ~((sum & 0xffff) + (sum >>> 16));
    ip[10] = (byte) (sum >> 8);
    ip[11] = (byte) sum;
    return ip;
  }

  private static byte[] outer(byte[] payload) {
    return Wire.ethernet(Wire.ipv4("192.168.0.1", "192.168.0.2", OVER_IP, 9, payload));
  }

  private static void isQuery(Packet packet) {
    assertThat(packet.kind()).isEqualTo(Packet.Kind.UDP);
    assertThat(packet.sourcePort()).isEqualTo(4000);
    assertThat(packet.payloadLength()).isEqualTo(QUERY.length - 8);
  }

  private static void isUntold(Packet packet) {
    assertThat(packet.kind()).isEqualTo(Packet.Kind.UNTOLD_TUNNEL);
    assertThat(packet.sourceLow()).isEqualTo(Address.mapped(0xc0a80001));
  }

  /** Cookie and sublayer together. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 8, 12})
  void findsThePacketBehindAnyCookie(int size) {
    byte[] cookie = new byte[size];
    Arrays.fill(cookie, (byte) 0x5a);
    byte[] head = Wire.join(SESSION, cookie);
    isQuery(decode(outer(Wire.join(head, Wire.ethernet(INNER)))));
    isQuery(decode(outer(Wire.join(head, Wire.ethernet(INNER6)))));
    byte[] vlan = Wire.ethernet(0x8100, Wire.join(Wire.u16(7), Wire.u16(0x0800), INNER));
    isQuery(decode(outer(Wire.join(head, vlan))));
    isQuery(decode(outer(Wire.join(head, Wire.bytes(0xff, 3, 0, 0x21), INNER))));
    isQuery(decode(outer(Wire.join(head, Wire.bytes(0, 0x57), INNER6))));
    isQuery(decode(outer(Wire.join(head, INNER))));
    byte[] datagram = Wire.join(Wire.u32(0x0003_0000L), head, Wire.ethernet(INNER));
    isQuery(
        decode(
            Wire.ethernet(
                Wire.ipv4("192.168.0.1", "192.168.0.2", 17, 9, Wire.udp(1701, 1701, datagram)))));
  }

  @Test
  void takesThePaddingOfAShortFrame() {
    byte[] syn =
        checked(
            Wire.ipv4(
                "10.0.0.1",
                "10.0.0.2",
                6,
                7,
                Wire.tcp(4000, 80, 1, 0, 2, 9, new byte[0], new byte[0])));
    byte[] padded = Arrays.copyOf(Wire.ethernet(syn), 60);
    assertThat(decode(outer(Wire.join(SESSION, padded))).kind()).isEqualTo(Packet.Kind.TCP);
    isUntold(decode(outer(Wire.join(SESSION, Arrays.copyOf(padded, 61)))));
  }

  @Test
  void proofIsTheHeaderSoTheSnapLengthMayCutTheRest() {
    byte[] frame = outer(Wire.join(SESSION, Wire.ethernet(INNER)));
    int header = frame.length - QUERY.length;
    isQuery(decode(ETHERNET, frame, header + 8));
    assertThat(decode(ETHERNET, frame, header).kind()).isEqualTo(Packet.Kind.CUT_OFF);
    isUntold(decode(ETHERNET, frame, header - 1));
  }

  @Test
  void whatProvesNothingIsNamedAndNotRead() {
    byte[] wrongSum = INNER.clone();
    wrongSum[11] ^= 1;
    isUntold(decode(outer(Wire.join(SESSION, Wire.ethernet(wrongSum)))));
    byte[] trailing = Wire.join(Wire.ethernet(INNER), new byte[3]);
    isUntold(decode(outer(Wire.join(SESSION, trailing))));
    byte[] arp = Wire.ethernet(0x0806, new byte[46]);
    isUntold(decode(outer(Wire.join(SESSION, arp))));
    // Without a type in front of it, an IPv6 header is hardly told from anything else.
    isUntold(decode(outer(Wire.join(SESSION, INNER6))));
    isUntold(decode(outer(Wire.join(SESSION, new byte[3], Wire.ethernet(INNER)))));
    isUntold(
        decode(
            Wire.ethernet(
                Wire.ipv4(
                    "192.168.0.1",
                    "192.168.0.2",
                    17,
                    9,
                    Wire.udp(1701, 1701, Wire.join(Wire.u32(0x0003_0000L), SESSION, arp))))));
  }

  @Test
  void twoPacketsThatBothProveThemselvesAreNone() {
    // Four bytes into a packet of raw IP another one begins, and both end together. The last bytes
    // of the second one's address, which only its own checksum covers, make that of the first
    // right.
    byte[] first = new byte[0];
    for (int address = 0; address <= 0xffff && (first.length == 0 || sumOf(first) != 0xffff); ) {
      String to = "10.0." + (address >> 8) + "." + (address & 255);
      address++;
      byte[] second = checked(Wire.ipv4("10.0.0.3", to, 17, 7, new byte[8]));
      first = Wire.join(Wire.bytes(0x45, 0, 0, 32), second);
    }
    assertThat(sumOf(first)).isEqualTo(0xffff);
    isUntold(decode(outer(Wire.join(SESSION, first))));
  }

  private static int sumOf(byte[] ip) {
    int sum = 0;
    for (int i = 0; i < 20; i += 2) {
      sum += Bytes.u16(ip, i);
    }
    return (sum & 0xffff) + (sum >>> 16);
  }

  @Test
  void aControlMessageIsNoPacketOfASession() {
    byte[] control = Wire.join(new byte[4], Wire.u16(0xc803), Wire.ethernet(INNER));
    assertThat(decode(outer(control)).kind()).isEqualTo(Packet.Kind.OTHER_TRANSPORT);
  }
}
