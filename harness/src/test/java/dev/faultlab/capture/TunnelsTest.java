package dev.faultlab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is in a tunnel, what only looks like one, and tunnels in fragments. */
class TunnelsTest {
  private static final byte[] QUERY = Wire.dnsQuery(1, "a.lab", 1);
  private static final byte[] INNER =
      Wire.ipv4("10.0.0.1", "10.0.0.53", 17, 7, Wire.udp(4000, 53, QUERY));
  private static final byte[] VXLAN =
      Wire.join(Wire.bytes(8, 0, 0, 0, 0, 0, 42, 0), Wire.ethernet(INNER));

  private static Packet decode(byte[] bytes) {
    Frame frame = new Frame();
    frame.linkType = 1;
    frame.data = bytes;
    frame.captured = bytes.length;
    frame.length = bytes.length;
    Packet packet = new Packet();
    PacketDecoder.decode(frame, packet);
    return packet;
  }

  private static byte[] outer(int protocol, byte[] payload) {
    return Wire.ethernet(Wire.ipv4("192.168.0.1", "192.168.0.2", protocol, 9, payload));
  }

  @Test
  void takesTheInnermostPacket() {
    byte[] deep = Wire.ipv4("192.168.0.1", "192.168.0.2", 17, 9, Wire.udp(5, 4789, VXLAN));
    Packet packet = decode(outer(4, deep));
    assertThat(packet.kind()).isEqualTo(Packet.Kind.UDP);
    assertThat(packet.source()).hasToString("10.0.0.1:4000");
    assertThat(packet.payloadLength()).isEqualTo(QUERY.length);
  }

  @Test
  void aNameServersPortIsNoTunnelWhateverTheClientsPortIs() {
    // An answer to a client that asked from port 4789, with an id that reads like VXLAN's flags.
    byte[] answer =
        Wire.join(Wire.u16(0x0800), Wire.bytes(0, 0), new byte[4], Wire.ethernet(INNER));
    Packet packet = decode(outer(17, Wire.udp(53, 4789, answer)));
    assertThat(packet.source()).hasToString("192.168.0.1:53");
    assertThat(packet.network()).isEqualTo(Packet.NO_NETWORK);
  }

  @Test
  void whatIsNotLaidOutAsATunnelIsAnOrdinaryDatagram() {
    for (int port : new int[] {4789, 8472, 4790, 6081, 2152, 6635}) {
      byte[] noise =
          Wire.join(Wire.bytes(0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4), Wire.ethernet(INNER));
      Packet packet = decode(outer(17, Wire.udp(7000, port, noise)));
      assertThat(packet.kind()).as("port %d", port).isEqualTo(Packet.Kind.UDP);
      assertThat(packet.source()).hasToString("192.168.0.1:7000");
      assertThat(packet.network()).isEqualTo(Packet.NO_NETWORK);
    }
  }

  @Test
  void anArpRequestInATunnelIsOnlyTheDatagramThatCarriesIt() {
    byte[] arp =
        Wire.join(Wire.bytes(8, 0, 0, 0, 0, 0, 42, 0), Wire.ethernet(0x0806, new byte[28]));
    Packet packet = decode(outer(17, Wire.udp(5, 4789, arp)));
    assertThat(packet.kind()).isEqualTo(Packet.Kind.UDP);
    assertThat(packet.destinationPort()).isEqualTo(4789);
    assertThat(packet.network()).isEqualTo(Packet.NO_NETWORK);
  }

  @Test
  void theFirstFragmentOfATunnelHoldsTheBeginningOfThePacketWithin() {
    byte[] datagram = Wire.udp(5, 4789, VXLAN);
    byte[] first = java.util.Arrays.copyOf(datagram, datagram.length - 8);
    byte[] ip = Wire.ipv4("192.168.0.1", "192.168.0.2", 17, 9, 0x2000, new byte[0], first);
    Packet packet = decode(Wire.ethernet(ip));
    assertThat(packet.source()).hasToString("10.0.0.1:4000");
    assertThat(packet.payloadLength()).isEqualTo(QUERY.length);
    assertThat(packet.payloadCaptured()).isEqualTo(QUERY.length - 8);
    assertThat(packet.firstFragment()).isFalse();
  }

  @Test
  void endlessTunnelsEnd() {
    byte[] ip = INNER;
    for (int i = 0; i < 200; i++) {
      ip = Wire.ipv4("192.168.0.1", "192.168.0.2", 4, i, ip);
    }
    assertThat(decode(Wire.ethernet(ip)).kind()).isEqualTo(Packet.Kind.OTHER_TRANSPORT);
  }

  @Test
  void keyExchangeOfIpsecIsNotOpaque() {
    byte[] ike = new byte[60];
    assertThat(decode(outer(17, Wire.udp(4500, 4500, ike))).kind()).isEqualTo(Packet.Kind.UDP);
    ike[3] = 1;
    assertThat(decode(outer(17, Wire.udp(4500, 4500, ike))).kind()).isEqualTo(Packet.Kind.OPAQUE);
  }
}
