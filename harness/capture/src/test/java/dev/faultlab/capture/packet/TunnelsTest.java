package dev.faultlab.capture.packet;

import static dev.faultlab.capture.packet.Decoding.decode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in a tunnel, and what only looks like one. */
class TunnelsTest {
  private static final byte[] QUERY = Wire.dnsQuery(1, "a.lab", 1);
  private static final byte[] INNER =
      Wire.ipv4("10.0.0.1", "10.0.0.53", 17, 7, Wire.udp(4000, 53, QUERY));
  private static final byte[] VXLAN =
      Wire.join(Wire.bytes(8, 0, 0, 0, 0, 0, 42, 0), Wire.ethernet(INNER));

  private static byte[] outer(int protocol, byte[] payload) {
    return Wire.ethernet(Wire.ipv4("192.168.0.1", "192.168.0.2", protocol, 9, payload));
  }

  /** What stands between the outer IP header and the packet within, as in {@link Wire#hex}. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # GRE: plain, with a checksum, a key, a number, all of them, PPTP's, PPP, bridged, MPLS
          47, 0000 0800
          47, 8000 0800 00x4
          47, 2000 0800 00x4
          47, 1000 0800 00x4
          47, b000 0800 00x12
          47, 3081 880b 0000 0000 00x8 ff03 0021
          47, 0000 6558 00x12 0800
          47, 2000 6558 00002a 00 00x12 0800
          47, 0000 8847 00000140
          # ERSPAN: the first kind, the second and the third, without and with what a platform adds
          47, 0000 88be 00x12 0800
          47, 1000 88be 00x4 00x8 00x12 0800
          47, 1000 22eb 00x4 00x11 00 00x12 0800
          47, 1000 22eb 00x4 00x11 01 00x8 00x12 0800
          137, 00000040 00000140
          """)
  void findsThePacketBehind(int protocol, String header) {
    isWithin(protocol, Wire.hex(header));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          4789, 08 000000 00002a 00 00x12 0800, 42
          8472, 08 000000 00002a 00 00x12 0800, 42
          6081, 00 00 6558 00002a 00 00x12 0800, 42
          6081, 02 00 0800 00002a 00 00x8, 42
          # GTP without and with options, and with extension headers
          2152, 30 ff 0000 00x4, -1
          2152, 32 ff 0000 00x4 0000 00 00, -1
          2152, 34 ff 0000 00x4 0000 00 00, -1
          2152, 34 ff 0000 00x4 0000 00 85 01 00x2 00, -1
          2152, 34 ff 0000 00x4 0000 00 85 01 00x2 c0 02 00x6 00, -1
          2152, 33 ff 0000 00x4 0000 00 85, -1
          6635, 00000140, -1
          """)
  void findsThePacketInADatagramTo(int port, String header, int network) {
    byte[] tunnel = Wire.hex(header);
    isWithin(17, Wire.join(Wire.u16(7000), Wire.u16(port), length(tunnel), Wire.u16(0), tunnel));
    Packet packet = decode(outer(17, Wire.udp(7000, port, Wire.join(tunnel, INNER))));
    assertThat(packet.network).isEqualTo(network);
  }

  private static byte[] length(byte[] tunnel) {
    return Wire.u16(8 + tunnel.length + INNER.length);
  }

  private static void isWithin(int protocol, byte[] header) {
    byte[] frame = outer(protocol, Wire.join(header, INNER));
    Packet packet = decode(frame);
    assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
    assertThat(packet.source()).hasToString("10.0.0.1:4000");
    assertThat(packet.payloadLength).isEqualTo(QUERY.length);
    // Cut within the header, the packet that carries it is all that is known.
    for (int captured = 14 + 20; captured < frame.length - INNER.length; captured++) {
      packet = decode(1, frame, captured);
      assertThat(packet.kind)
          .as("%d bytes", captured)
          .isIn(Coverage.Kind.OTHER_TRANSPORT, Coverage.Kind.CUT_OFF, Coverage.Kind.UDP);
      assertThat(packet.sourceLow).isEqualTo(Address.mappedLow(0xc0a80001));
      assertThat(packet.network).isIn(Packet.NO_NETWORK, 42);
    }
    int inner = frame.length - INNER.length;
    for (int captured = inner + 1; captured < frame.length; captured++) {
      packet = decode(1, frame, captured);
      int payload = captured - inner - 28;
      assertThat(packet.kind).isEqualTo(payload < 0 ? Coverage.Kind.CUT_OFF : Coverage.Kind.UDP);
      assertThat(payload < 0 || packet.payloadCaptured == payload).isTrue();
    }
  }

  @Test
  void aPacketThatIsLongerThanItsTunnelIsMalformed() {
    byte[] vxlan = Arrays.copyOf(VXLAN, VXLAN.length - 1);
    byte[] inner = Arrays.copyOf(INNER, INNER.length - 1);
    assertThat(decode(outer(17, Wire.udp(5, 4789, vxlan))).kind).isEqualTo(Coverage.Kind.MALFORMED);
    assertThat(decode(outer(4, inner)).kind).isEqualTo(Coverage.Kind.MALFORMED);
    assertThat(decode(1, outer(4, INNER), 34).kind).isEqualTo(Coverage.Kind.OTHER_TRANSPORT);
  }

  /** Over UDP, with as much as says what it is, and over IP. */
  @ParameterizedTest
  @CsvSource({
    "00030000 0102, UNREAD_TUNNEL",
    "00030000 01, UDP",
    "0002 0001 0002, UNREAD_TUNNEL",
    "4b02 0043 0001 0002, UNREAD_TUNNEL",
    "0002 0001 00, UDP",
  })
  void namesLayer2Tunnels(String header, Coverage.Kind kind) {
    byte[] message = Wire.hex(header);
    assertThat(decode(outer(17, Wire.udp(7000, 1701, message))).kind).isEqualTo(kind);
    assertThat(decode(outer(17, Wire.udp(1701, 7000, message))).kind).isEqualTo(kind);
    byte[] services = Wire.hex("00x12 894f 00 02 01 01 00000000");
    assertThat(decode(1, services).kind).isEqualTo(Coverage.Kind.UNREAD_TUNNEL);
    assertThat(List.of(97, 115))
        .allMatch(protocol -> decode(outer(protocol, INNER)).kind == Coverage.Kind.UNREAD_TUNNEL);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # a route, an unknown type
          47, 4000 0800
          47, 0000 0806
          """)
  void isNoTunnel(int protocol, String header) {
    Packet packet = decode(outer(protocol, Wire.join(Wire.hex(header), INNER)));
    assertThat(packet.kind).isEqualTo(Coverage.Kind.OTHER_TRANSPORT);
  }

  @ParameterizedTest
  @CsvSource({
    "4789, ffffffff 01020304",
    "4789, 08 000000 00002a 00 00x12 0806",
    "8472, ffffffff 01020304",
    "6635, ffffffff 01020304",
    "6081, 40 00 0800 00002a 00",
    "6081, 00 01 0800 00002a 00",
    "6081, 00 00 0800 00002a 01",
    "2152, 50 ff 0000 00x4",
    "2152, 30 01 0000 00x4",
    "2152, 34 ff 0000 00x4 0000 00 85 00 00x2 00",
    "2152, 34 ff 0000 00x4 0000 00 85 ff 00x2 00",
    "1701, 8002 0001 0002 ff03 0021",
    "1701, 0003 0001 0002 ff03 0021",
    "1701, 1002 0001 0002 ff03 0021",
  })
  void isAnOrdinaryDatagram(int port, String header) {
    byte[] payload = Wire.join(Wire.hex(header), INNER);
    Packet packet = decode(outer(17, Wire.udp(7000, port, payload)));
    assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
    assertThat(packet.source()).hasToString("192.168.0.1:7000");
    assertThat(packet.network).isEqualTo(Packet.NO_NETWORK);
    assertThat(packet.payloadLength).isEqualTo(payload.length);
  }

  /** WireGuard's four kinds of message, and ESP in UDP. */
  @ParameterizedTest
  @CsvSource({
    "51820, 01000000 00x4, WIREGUARD",
    "51820, 04000000 00x28, WIREGUARD",
    "51820, 05000000 00x28, NONE",
    "51820, 00000000 00x28, NONE",
    "51820, 01000001 00x28, NONE",
    "51820, 01000000 00x3, NONE",
    "51821, 01000000 00x28, NONE",
    "4500, 00000001 00x17, IPSEC",
    "4500, 00000001 00x16, NONE",
    "4500, 00x60, NONE",
    "4501, 00000001 00x17, NONE",
  })
  void namesWhatEncrypts(int port, String payload, Coverage.Cipher cipher) {
    byte[] message = Wire.hex(payload);
    assertThat(decode(outer(17, Wire.udp(7000, port, message))).cipher).isEqualTo(cipher);
    assertThat(decode(outer(17, Wire.udp(port, 7000, message))).cipher).isEqualTo(cipher);
  }

  @Test
  void takesTheInnermostPacket() {
    byte[] deep = Wire.ipv4("192.168.0.1", "192.168.0.2", 17, 9, Wire.udp(5, 4789, VXLAN));
    Packet packet = decode(outer(4, deep));
    assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
    assertThat(packet.source()).hasToString("10.0.0.1:4000");
    assertThat(packet.payloadLength).isEqualTo(QUERY.length);
  }

  @Test
  void endlessTunnelsEnd() {
    byte[] ip = INNER;
    for (int i = 0; i < 200; i++) {
      ip = Wire.ipv4("192.168.0.1", "192.168.0.2", 4, i, ip);
    }
    assertThat(decode(Wire.ethernet(ip)).kind).isEqualTo(Coverage.Kind.OTHER_TRANSPORT);
  }

  /** Any port may be a client's; an id and flags may read like the header of what goes there. */
  @ParameterizedTest
  @CsvSource({
    "4789, 0800",
    "8472, 0800",
    "6081, 0000",
    "2152, 30ff",
    "6635, 0000",
    "1701, 0002",
    "51820, 0100",
    "51820, 0400",
    "4500, 1234",
    "4500, 0001",
  })
  void dnsFromAndToAPortOfATunnelIsDns(int port, String id) {
    byte[] query = Wire.dnsQuery(Integer.parseInt(id, 16), "a.lab", 1);
    // Without the wish for recursion all flags are zero, as WireGuard's first bytes are.
    byte[] plain = Wire.join(Wire.u16(Integer.parseInt(id, 16)), Wire.u16(0), rest(query));
    for (byte[] message : List.of(query, plain)) {
      for (byte[] udp : List.of(Wire.udp(port, 53, message), Wire.udp(53, port, message))) {
        Packet packet = decode(outer(17, udp));
        assertThat(packet.kind).isEqualTo(Coverage.Kind.UDP);
        assertThat(packet.cipher).isEqualTo(Coverage.Cipher.NONE);
        assertThat(packet.source().toString()).startsWith("192.168.0.1:");
        assertThat(packet.payloadLength).isEqualTo(message.length);
      }
    }
  }

  private static byte[] rest(byte[] message) {
    return Arrays.copyOfRange(message, 4, message.length);
  }

  /** TCP has no tunnels by port here. */
  @ParameterizedTest
  @ValueSource(ints = {4789, 8472, 6081, 2152, 6635, 1701, 51820, 4500})
  void tcpFromAndToAPortOfATunnelIsTcp(int port) {
    byte[] payload = Wire.join(Wire.bytes(8, 0, 0, 0, 0, 0, 42, 0), Wire.ethernet(INNER));
    byte[] none = new byte[0];
    for (byte[] tcp :
        List.of(
            Wire.tcp(port, 9092, 1, 1, Packet.ACK, 500, none, payload),
            Wire.tcp(9092, port, 1, 1, Packet.ACK, 500, none, payload))) {
      Packet packet = decode(outer(6, tcp));
      assertThat(packet.kind).isEqualTo(Coverage.Kind.TCP);
      assertThat(packet.source().toString()).startsWith("192.168.0.1:");
    }
  }
}
