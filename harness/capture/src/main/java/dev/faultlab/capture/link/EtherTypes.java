package dev.faultlab.capture.link;

/** Ethernet, and the payload of an Ethernet type wherever one is used. */
public final class EtherTypes {
  static final int IPV4 = 0x0800;
  static final int IPV6 = 0x86dd;
  public static final int BRIDGED = 0x6558;
  static final int MPLS = 0x8847;
  static final int MPLS_MULTICAST = 0x8848;
  private static final int VLAN = 0x8100;
  private static final int QINQ = 0x88a8;
  private static final int QINQ_OLD_1 = 0x9100;
  private static final int QINQ_OLD_2 = 0x9200;
  private static final int PPP = 0x880b;
  private static final int PPPOE = 0x8864;
  private static final int PPPOE_OLD = 0x3c13;
  private static final int MACSEC = 0x88e5;
  private static final int NSH = 0x894f;

  /** The two service access points, the control field, and the organisation's first byte. */
  private static final int SNAP = 0xaaaa0300;

  /** Smaller values are a length, or a special value of a cooked header, and LLC follows. */
  private static final int MAX_LENGTH_FIELD = 1500;

  private EtherTypes() {}

  public static int ethernet(byte[] data, int at, int end) {
    return afterHeader(data, at, end, 12, 14);
  }

  /** A header of {@code header} bytes that contains a type. */
  static int afterHeader(byte[] data, int at, int end, int typeAt, int header) {
    if (end - at < header) {
      return LinkLayer.CUT_OFF;
    }
    int type = Bytes.u16(data, at + typeAt);
    return type == IPV4 || type == IPV6 ? at + header : of(type, data, at + header, end);
  }

  public static int of(int first, byte[] data, int start, int end) {
    int type = first;
    int at = start;
    // A loop, because a frame has room for thousands of these headers within each other.
    int header = header(type, data, at, end);
    while (header > 0) {
      at += header;
      if (at > end) {
        return LinkLayer.CUT_OFF;
      }
      type = Bytes.u16(data, at - 2);
      header = header(type, data, at, end);
    }
    return header < 0
        ? header
        : switch (type) {
          case IPV4, IPV6 -> at;
          case PPPOE, PPPOE_OLD -> Ppp.overEthernet(data, at, end);
          case PPP -> Ppp.frame(data, at, end);
          case MPLS, MPLS_MULTICAST -> mpls(data, at, end);
          case NSH -> LinkLayer.UNREAD_TUNNEL;
          default -> LinkLayer.NOT_IP;
        };
  }

  /** The size of a header that ends with the type of what follows; 0 for everything else. */
  private static int header(int type, byte[] data, int at, int end) {
    return switch (type) {
      case VLAN, QINQ, QINQ_OLD_1, QINQ_OLD_2 -> 4;
      case MACSEC -> macsec(data, at, end);
      default -> type <= MAX_LENGTH_FIELD ? snap(data, at, end) : 0;
    };
  }

  /** IEEE 802.2 with an Ethernet type. */
  private static int snap(byte[] data, int at, int end) {
    if (end - at < 8) {
      return LinkLayer.CUT_OFF;
    }
    int type = Bytes.u16(data, at + 6);
    boolean snap = Bytes.i32(data, at) == SNAP && Bytes.u16(data, at + 4) == 0;
    // A length here would be LLC within LLC.
    return snap && type > MAX_LENGTH_FIELD ? 8 : LinkLayer.NOT_IP;
  }

  /** Nothing identifies the data after the last label; like tcpdump we use the first byte. */
  public static int mpls(byte[] data, int start, int end) {
    int at = start;
    while (true) {
      if (end - at < 5) {
        return LinkLayer.CUT_OFF;
      }
      boolean isLast = (Bytes.u8(data, at + 2) & 1) != 0;
      at += 4;
      if (isLast) {
        return byVersion(data, at, end);
      }
    }
  }

  /** IP, if the first byte can begin an IP header. */
  public static int byVersion(byte[] data, int at, int end) {
    if (end - at < 1) {
      return LinkLayer.CUT_OFF;
    }
    int first = Bytes.u8(data, at);
    boolean isIpv4 = first >= 0x45 && first <= 0x4f;
    return isIpv4 || first >> 4 == 6 ? at : LinkLayer.NOT_IP;
  }

  /** MACsec may protect without hiding (neither "encrypted" nor "changed" is set). */
  private static int macsec(byte[] data, int at, int end) {
    if (end - at < 6) {
      return LinkLayer.CUT_OFF;
    }
    boolean isEncrypted = (Bytes.u8(data, at) & 0x0c) != 0;
    boolean hasChannelId = (Bytes.u8(data, at) & 0x20) != 0;
    return isEncrypted ? LinkLayer.MACSEC_CIPHER : hasChannelId ? 16 : 8;
  }
}
