package dev.faultlab.capture.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
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
  private static final byte[] BEFORE = new byte[300];

  private static int place(int linkType, byte[] frame) {
    byte[] data = Wire.join(BEFORE, frame, new byte[] {0x45, 0x45, 0x45, 0x45});
    return LinkLayer.ip(linkType, data, BEFORE.length, BEFORE.length + frame.length);
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
          # network service header with IP, IPv6, and Ethernet
          1, 00x12 894f 00 02 01 01 00000000
          1, 00x12 894f 00 02 01 02 00000000
          1, 00x12 894f 00 02 01 03 00000000 00x12 0800
          1, 00x12 894f 00 00 01 03 00000000 00x12 0800
          # Arista's time stamps of 64 and 48 bits
          1, 00x12 d28b 0001 0010 00x8 0800
          1, 00x12 d28b 0001 0020 00x6 0800
          # IEEE 802.2: SNAP, the plain number, and protocol identifiers
          1, 00x12 0040 aaaa03 000000 0800
          1, 00x12 0040 aaaa03 0000f8 0800
          1, 00x12 05dc 060603
          1, 00x12 0040 fefe03 cc
          1, 00x12 0040 fefe03 8e
          1, 00x12 0040 fefe03 cf 0021
          1, 00x12 0040 fefe03 80 000000 0800
          # bridged Ethernet on ATM has two bytes before it, in frame relay it has none (RFC 2684)
          100, aaaa03 0080c2 0007 0000 00x12 0800
          100, aaaa03 0080c2 0001 0000 00x12 0800
          100, fefe03 80 0080c2 0007 00x12 0800
          # token ring, without and with a route
          6, 10 40 00x12 aaaa03 000000 0800
          6, 10 40 00x6 80 00x5 06b0 00x4 aaaa03 000000 0800
          10, 50 00x12 aaaa03 000000 0800
          122, 00x16 aaaa03 000000 0800
          # ATM of Sun: LANE and LLC
          123, 01 00 0005 0000 00x12 0800
          123, 02 00 0005 aaaa03 000000 0800
          8, 00x16
          15, 00x24
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
          50, 0f00 0800
          50, 8f00 0800
          51, 11 00 0001 0030 0021
          104, 0f00 0800
          # frame relay with addresses of 2 and 4 bytes, padded, and Cisco's
          107, 1841 03 cc
          107, 1840 4041 03 cc
          107, 1841 03 00 cc
          107, 1841 0800
          107, 1841 03 00 80 000000 0800
          219, 00000140
          # 802.11: from and to a station, between access points, quality of service, several in one
          105, 08 01 00x22 aaaa03 000000 0800
          105, 08 03 00x28 aaaa03 000000 0800
          105, 88 01 00x20 0000 0000 aaaa03 000000 0800
          105, 88 81 00x20 0000 0000 00000000 aaaa03 000000 0800
          105, 88 01 00x20 0000 8000 00x14 aaaa03 000000 0800
          # radiotap: none, flags that pad, a clock before them, further words of what is present
          127, 00 00 0800 00000000 08 01 00x22 aaaa03 000000 0800
          127, 00 00 0900 02000000 20 88 01 00x20 0000 0000 0000 aaaa03 000000 0800
          127, 00 00 0900 02000000 00 88 01 00x20 0000 0000 aaaa03 000000 0800
          127, 00 00 1100 03000000 00x8 20 88 01 00x20 0000 0000 0000 aaaa03 000000 0800
          127, 00 00 0d00 02000080 00000000 20 88 01 00x20 0000 0000 0000 aaaa03 000000 0800
          127, 00 00 1900 03000080 00000000 20x4 00x8 20 88 01 00x20 0000 0000 0000 aaaa03 000000 0800
          119, 00x144 08 01 00x22 aaaa03 000000 0800
          119, 80211001 00000040 00x56 08 01 00x22 aaaa03 000000 0800
          119, 80211002 00000040 00x56 08 01 00x22 aaaa03 000000 0800
          163, 80211001 00000008 08 01 00x22 aaaa03 000000 0800
          99, 00x6 0800 00x36
          # address families in either order
          0, 02000000
          108, 0000001e
          109, 02000000 00x8
          109, 00000018 00x8
          117, 3d 02 00x62
          117, 40 1a 00x62
          138, 00x16 0800
          226, 00 02 00x22
          # netfilter's log in either order, behind an attribute that is padded
          239, 02 00 0000 0500 0100 07 000000 0004 0009
          239, 0a 00 0000 0500 0100 07 000000 4000 0900
          239, 02 00 0000 0008 0001 00x4 0040 0009
          240, 00x4 00x12 0800
          241, 00x12 00x12 0800
          242, 00x40 0800 0000
          # InfiniBand: with a local and with a global header, with and without immediate data
          247, 00 02 00x6 64 00x19 0800 0000
          247, 00 03 00x46 64 00x19 0800 0000
          247, 00 02 00x6 65 00x23 0800 0000
          274, 00x8 00x12 0800
          281, 00x16 0800
          282, 00x4 00x12 0800
          285, 00x20 0800
          192, 00 00 0800 01000000 00x12 0800
          192, 00 00 0c00 65000000 00x4
          258, 6c000000 01000000 01000000 00x96 00x12 0800
          149, 70000000 01000000 65000000 00x100
          """)
  void findsIpBehind(int linkType, String header) {
    isBehind(linkType, Wire.hex(header));
  }

  /** 4d4743, flags, and the cookie of the card. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # without a link layer, also behind extensions
          178, 4d4743 02 00000000
          130, 4d4743 82 0006 00x6 00000000
          178, 4d4743 00 00x12 0800
          178, 4d4743 80 0002 ffff 00x12 0800
          179, 4d4743 00 0021
          180, 4d4743 00 1841 03 cc
          181, 4d4743 00 0f00 0800
          # a cookie is there where its first byte says so
          167, 4d4743 00 00x12 0800
          167, 4d4743 00 5400 00x12 0800
          167, 4d4743 00 47 00x7 00x12 0800
          168, 4d4743 00 0800
          133, 4d4743 00 0000 02 00x5
          133, 4d4743 00 0000 06 00x5
          # IPsec: three of the types have a header
          132, 4d4743 00 000000 03 00x12
          132, 4d4743 00 000000 04 00x12
          132, 4d4743 00 000000 05 00x12
          136, 4d4743 00 00x8
          164, 4d4743 00 00x8
          130, 4d4743 00 0000 0021
          130, 4d4743 00 5400 0000 0021
          130, 4d4743 00 47 00x4 00 0000
          130, 4d4743 00 47 00x4 10 0000
          130, 4d4743 00 47 00x4 20 0000 00000140
          134, 4d4743 00 00000000 03 cc
          134, 4d4743 00 00000000 0000 1841 03 cc
          134, 4d4743 00 c000 1841 03 cc
          134, 4d4743 00 47 00x4 00 0000
          131, 4d4743 00 0000 03 cc
          131, 4d4743 00 5400 0000 03 cc
          131, 4d4743 00 47 00x4 10 0000
          # ATM: LLC, protocol identifiers, plain; the second kind also bridges and has PPP
          137, 4d4743 00 00000000 aaaa03 000000 0800
          137, 4d4743 00 00000000 fefe03 cc
          137, 4d4743 00 00000000 03 cc
          137, 4d4743 00 00000000
          135, 4d4743 00 00x8 aaaa03 000000 0800
          135, 4d4743 01 00x8
          135, 4d4743 00 00x8 0021
          135, 4d4743 00 000000 01 00x4 00x12 0800
          135, 4d4743 01 000000 01 00x4
          """)
  void findsIpBehindJunipers(int linkType, String header) {
    isBehind(linkType, Wire.hex(header));
  }

  private static void isBehind(int linkType, byte[] header) {
    byte[] frame = Wire.join(header, IP);
    assertThat(place(linkType, frame)).isEqualTo(BEFORE.length + header.length);
    for (int captured = 0; captured < header.length; captured++) {
      // An array of exactly that size, so that a read beyond it throws; and the rest in reach.
      int alone = LinkLayer.ip(linkType, Arrays.copyOf(frame, captured), 0, captured);
      byte[] all = Wire.join(BEFORE, frame);
      int within = LinkLayer.ip(linkType, all, BEFORE.length, BEFORE.length + captured);
      assertThat(alone).as("%d bytes of the header", captured).isEqualTo(LinkLayer.CUT_OFF);
      assertThat(within).as("%d bytes of the header", captured).isEqualTo(LinkLayer.CUT_OFF);
    }
  }

  @Test
  void metadataOfAServiceHeaderIsSkipped() {
    byte[] header = Wire.hex("00x12 894f 00 06 01 01 00000000 00x16");
    assertThat(place(1, Wire.join(header, IP))).isEqualTo(BEFORE.length + header.length);
  }

  /** The very byte at which the header says that it is none of IP. */
  @ParameterizedTest
  @CsvSource({
    "1, 00x12 0806",
    "0, 03000000",
    "109, 03000000 00x8",
    "117, 04 03 0000",
    "123, 03 00 0005",
    "226, 00 03 00x22",
    "239, 03 00 0000",
    "239, 02 00 0000 0003 0001",
    "247, 00 01 00x6",
    "247, 00 02 00x6 66 00x19",
    "192, 00 00 0700 65000000",
    "192, 00 00 0800 c0000000",
    "258, 6b000000 01000000 65000000 00x96",
    "105, 00 01",
    "105, 08 01 00x20 01 00",
    "127, 00 00 0700 00000000",
    "163, 80211001 00000007",
    "119, 80211001 00000007",
    "51, 11 09 0001 0030 00",
    "178, 4d4744 00 00x4",
    "132, 4d4743 00 000000 06 00x12",
    "131, 4d4743 00 0000 04 cc 00x8",
    "6, 10 00 00x14",
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
          1, 00x12 0040 060604
          1, 00x12 0040 fefe03 81
          1, 00x12 0040 aaaa03 000001 0800
          1, 00x12 0040 aaaa03 000000 05dc 060603
          1, 00x12 8847 00000140 44
          1, 00x12 8847 00000140 50
          1, 00x12 8864 11 09 0001 0030 0021
          1, 00x12 894f 00 02 01 04 00000000
          1, 00x12 d28b 0002 0010 00x8 0800
          1, 00x12 d28b 0001 0030 00x8 0800
          100, aaaa03 0080c2 0002 0000 00x12 0800
          6, 10 00 00x12 aaaa03 000000 0800
          123, 03 00 0005 aaaa03 000000 0800
          9, 0203 0021
          9, c021
          50, 1000 0800
          107, 1840 4040 41 03 cc
          # management, without data, a later fragment
          105, 00 01 00x22 aaaa03 000000 0800
          105, 48 01 00x22 aaaa03 000000 0800
          105, 08 01 00x20 01 00 aaaa03 000000 0800
          127, 00 00 0700 00000000 08 01 00x22 aaaa03 000000 0800
          163, 80211001 00000007 08 01 00x22 aaaa03 000000 0800
          163, 80211001 00010000 08 01 00x22 aaaa03 000000 0800
          0, 03000000
          117, 3d 03 00x62
          226, 00 03 00x22
          239, 03 00 0000 0004 0009
          239, 02 01 0000 0004 0009
          239, 02 00 0000 0003 0001 0004 0009
          247, 00 01 00x6 64 00x19 0800 0000
          247, 00 02 00x6 66 00x19 0800 0000
          # a wrapper in a wrapper, and headers that are shorter than themselves
          192, 00 00 0800 c0000000 00 00 0800 65000000
          192, 00 00 0700 65000000
          258, 6b000000 01000000 65000000 00x96
          258, 6c000000 02000000 65000000 00x96
          258, 00000100 01000000 65000000 00x96
          # Juniper: a cookie that is too long, another magic, an unknown protocol, maintenance cells
          136, 4d4743 00 5400 00x8
          178, 4d4744 00 00x12 0800
          133, 4d4743 00 0000 03 00x5
          132, 4d4743 00 000000 06 00x12
          130, 4d4743 00 47 00x4 30 0000
          131, 4d4743 00 0000 04 cc
          136, 4d4743 00 00x8 30
          137, 4d4743 00 80000000 aaaa03 000000 0800
          135, 4d4743 00 00x7 10 aaaa03 000000 0800
          137, 4d4743 00 00000000 0021
          """)
  void isNoIp(int linkType, String header) {
    assertThat(place(linkType, Wire.join(Wire.hex(header), IP))).isEqualTo(LinkLayer.NOT_IP);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 00x12 88e5 04 00 00000001 0800, -5",
    "1, 00x12 88e5 08 00 00000001 0800, -5",
    "105, 08 41 00x22 00x8, -4",
    "147, 00x20, -1",
    "129, 00x20, -1",
    "177, 00x20, -1",
    "182, 00x20, -1",
    "165, 00x20, -1",
  })
  void namesWhatHidesItAndWhatIsNotKnown(int linkType, String frame, int answer) {
    assertThat(place(linkType, Wire.hex(frame))).isEqualTo(answer);
  }

  /**
   * Two of the IPsec types have no header; the byte that tells them is the length of the packet.
   */
  @ParameterizedTest
  @CsvSource({"1", "2"})
  void junipersIpsecWithoutAHeaderIsThePacket(int type) {
    byte[] frame = Wire.join(Wire.hex("4d4743 00"), IP);
    frame[4 + 3] = (byte) type;
    assertThat(place(132, frame)).isEqualTo(BEFORE.length + 4);
  }
}
