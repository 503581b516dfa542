package dev.faultlab.capture.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where IP begins behind headers as their specifications and tcpdump have them. Bytes are as in
 * {@link Wire#hex}; a link type is a LINKTYPE_ value.
 */
class LinkHeadersTest {
  private static final byte[] IP =
      Wire.ipv4("10.0.0.1", "10.0.0.53", 17, 7, Wire.udp(4000, 53, Wire.dnsQuery(1, "a.lab", 1)));

  /** Frames lie in the middle of a buffer. */
  private static final byte[] PADDING = new byte[300];

  private static int place(int linkType, byte[] frame) {
    byte[] data = Wire.join(PADDING, frame, new byte[] {0x45, 0x45, 0x45, 0x45});
    return LinkLayer.ip(linkType, data, PADDING.length, PADDING.length + frame.length);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # Ethernet: VLAN tags of all kinds, and what stands behind other types
          1, 00x12 0800
          1, 00x12 9100 0005 9200 0006 86dd
          1, 00x12 880b 0021
          1, 00x12 8864 11 00 0001 0030 0021
          1, 00x12 3c13 11 00 0001 0030 0021
          1, 00x12 8847 00000040 00000140
          1, 00x12 8848 00000140
          # MACsec that hides nothing, without and with a channel
          1, 00x12 88e5 00 00 00000001 0800
          1, 00x12 88e5 20 00 00000001 00x8 0800
          # IEEE 802.2: SNAP
          1, 00x12 0040 aaaa03 000000 0800
          1, 00x12 05dc aaaa03 000000 0800
          # PPP: with address and control, with a direction, compressed, other numbers, MPLS
          9, 0021
          9, 0057
          9, ff03 0021
          9, 0003 0021
          9, 0103 0021
          9, 21
          9, 0800
          9, 86dd
          9, 0281 00000140
          9, 0283 00000140
          50, ff03 0021
          51, 11 00 0001 0030 0021
          # address families in either order
          0, 02000000
          0, 0000000a
          108, 0000001e
          108, 18000000
          # Linux cooked
          113, 00x14 0800
          113, 00x14 8100 0005 86dd
          276, 86dd 00x18
          # netfilter's log in either order, behind an attribute that is padded
          239, 02 00 0000 0500 0100 07 000000 0004 0009
          239, 0a 00 0000 0500 0100 07 000000 4000 0900
          239, 02 00 0000 0008 0001 00x4 0040 0009
          239, 02 00 0000 0400 0100 4000 0900
          258, 6c000000 01000000 01000000 00x96 00x12 0800
          149, 70000000 01000000 65000000 00x100
          """)
  void findsIpBehind(int linkType, String header) {
    isBehind(linkType, Wire.hex(header));
  }

  private static void isBehind(int linkType, byte[] header) {
    byte[] frame = Wire.join(header, IP);
    assertThat(place(linkType, frame)).isEqualTo(PADDING.length + header.length);
    for (int captured = 0; captured < header.length; captured++) {
      // An array of exactly that size, so that a read beyond it throws; and the rest in reach.
      int alone = LinkLayer.ip(linkType, Arrays.copyOf(frame, captured), 0, captured);
      byte[] all = Wire.join(PADDING, frame);
      int within = LinkLayer.ip(linkType, all, PADDING.length, PADDING.length + captured);
      assertThat(alone).as("%d bytes of the header", captured).isEqualTo(LinkLayer.CUT_OFF);
      assertThat(within).as("%d bytes of the header", captured).isEqualTo(LinkLayer.CUT_OFF);
    }
  }

  /** VLAN in SNAP, and MACsec, each in another one of its kind. */
  @ParameterizedTest
  @CsvSource({
    "8100, 0005 0040 aaaa03 000000",
    "88e5, 00 00 00000001",
  })
  void headersMayBeNestedAsOftenAsAFrameHasRoomForThem(String type, String header) {
    byte[] nested = Wire.hex("00x12 " + (type + " " + header + " ").repeat(262_000 / 24));
    byte[] frame = Wire.join(nested, Wire.hex("0800"), IP);
    assertThat(place(1, frame)).isEqualTo(PADDING.length + nested.length + 2);
  }

  /** The very byte at which the header says that it is none of IP. */
  @ParameterizedTest
  @CsvSource({
    "1, 00x12 0806",
    "1, 00x12 8100 0005 0806",
    "1, 00x12 0040 aaaa03 000000 0806",
    "9, c021",
    "0, 03000000",
    "239, 03 00 0000",
    "239, 02 00 0000 0003 0001",
    "258, 6b000000 01000000 65000000 00x96",
    "258, 6c000000 01000000 02010000 00x96",
    "51, 11 09 0001 0030 00",
  })
  void saysSoAsSoonAsItIsKnown(int linkType, String header) {
    assertThat(place(linkType, Wire.hex(header))).isEqualTo(LinkLayer.NOT_IP);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          1, 00x12 0806
          1, 00x12 05dd 060603
          1, 00x12 0040 aaaa03 000001 0800
          1, 00x12 0040 aaaa03 000000 05dc 060603
          1, 00x12 0040 aaaa03 000000 05dc aaaa03 000000 0800
          1, 00x12 8864 11 09 0001 0030 0021
          9, 0203 0021
          9, c021
          50, 1000 0800
          0, 03000000
          239, 03 00 0000 0004 0009
          239, 02 01 0000 0004 0009
          239, 02 00 0000 0003 0001 0004 0009
          # a wrapper in a wrapper, and headers that are shorter than themselves
          258, 6b000000 01000000 65000000 00x96
          258, 6c000000 01000000 02010000 00x96 6c000000 01000000 65000000 00x96
          258, 6c000000 02000000 65000000 00x96
          258, 00000100 01000000 65000000 00x96
          """)
  void isNoIp(int linkType, String header) {
    assertThat(place(linkType, Wire.join(Wire.hex(header), IP))).isEqualTo(LinkLayer.NOT_IP);
  }

  /** Behind a label, the first byte alone shows what is there. */
  @ParameterizedTest
  @CsvSource({
    "45, true",
    "4f, true",
    "60, true",
    "6f, true",
    "44, false",
    "50, false",
    "06, false"
  })
  void knowsIpBehindALabelByItsFirstByte(String first, boolean ip) {
    int place = place(1, Wire.hex("00x12 8847 00000140 " + first));
    assertThat(place).isEqualTo(ip ? PADDING.length + 18 : LinkLayer.NOT_IP);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 00x12 88e5 04 00 00000001 0800, -4",
    "1, 00x12 88e5 08 00 00000001, -4",
    "9, 7e ff7d23 00x20, -1",
    "166, 7eff03 0021 00x20, -1",
    "105, 08 01 00x22 aaaa03 000000 0800, -1",
    "147, 00x20, -1",
    "129, 00x20, -1",
    "177, 00x20, -1",
    "182, 00x20, -1",
    "165, 00x20, -1",
    "239, 03 01 00, -3",
    "258, 6b000000 02000000, -3",
    "258, ffff0000 01000000 65000000 00x96, -3",
  })
  void namesWhatHidesItAndWhatIsNotKnown(int linkType, String frame, int answer) {
    assertThat(place(linkType, Wire.hex(frame))).isEqualTo(answer);
  }
}
