package dev.faultlab.capture.link;

/**
 * Finds the IP header after the link layer's. Numbers are LINKTYPE_ values of the tcpdump group's
 * registry; header formats follow tcpdump. Each function takes the captured bytes from {@code at}
 * to {@code end} and returns the offset of the IP header in {@code data}, or one of the negative
 * numbers below.
 */
public final class LinkLayer {
  public static final int UNSUPPORTED = -1;
  public static final int NOT_IP = -2;
  public static final int CUT_OFF = -3;

  /** MACsec (IEEE 802.1AE). */
  public static final int MACSEC_CIPHER = -4;

  /** A tunnel that is not decoded. */
  public static final int UNREAD_TUNNEL = -5;

  private static final int PKTAP = 258;

  /** The value that Mac OS X 10.9 wrote for PKTAP. */
  private static final int USER2 = 149;

  private LinkLayer() {}

  public static int ip(int linkType, byte[] data, int at, int end) {
    return switch (linkType) {
      case 1 -> EtherTypes.ethernet(data, at, end);
      // BSDs write 12 and 14 for raw IP.
      case 101, 12, 14, 228, 229 -> at;
      case 113 -> EtherTypes.afterHeader(data, at, end, 14, 16); // LINUX_SLL
      case 276 -> EtherTypes.afterHeader(data, at, end, 0, 20); // LINUX_SLL2
      case 0, 108 -> loopback(data, at, end); // NULL, LOOP
      case 9, 166 -> Ppp.line(data, at, end); // PPP, PPP_PPPD
      case 50, 204 -> Ppp.frame(data, at, end); // PPP_HDLC, PPP_WITH_DIR
      case 51 -> Ppp.overEthernet(data, at, end); // PPP_ETHER
      case 239 -> nflog(data, at, end);
      case PKTAP, USER2 -> pktap(data, at, end);
      default -> UNSUPPORTED;
    };
  }

  /** An address family, in the byte order of the capturing host, which the file does not record. */
  private static int loopback(byte[] data, int at, int end) {
    if (end - at < 4) {
      return CUT_OFF;
    }
    int family = Bytes.i32(data, at);
    int hostOrder = (family & 0xffff) == 0 ? Integer.reverseBytes(family) : family;
    return isInternet(hostOrder) ? at + 4 : NOT_IP;
  }

  /** AF_INET everywhere, and AF_INET6 on Linux, BSDs, Darwin, Solaris. */
  private static boolean isInternet(int family) {
    return switch (family) {
      case 2, 10, 24, 26, 28, 30 -> true;
      default -> false;
    };
  }

  /** Linux' netfilter log: attributes, one of which is the packet; in the host's byte order. */
  private static int nflog(byte[] data, int at, int end) {
    final int payload = 9;
    if (end - at < 4) {
      return CUT_OFF;
    }
    if (Bytes.u8(data, at + 1) != 0 || !isInternet(Bytes.u8(data, at))) {
      return NOT_IP;
    }
    for (int attribute = at + 4; end - attribute >= 4; ) {
      // Lengths are below 2^16 and types small, so the type shows the byte order.
      boolean littleEndian = Bytes.u8(data, attribute + 3) == 0;
      int type = littleEndian ? Bytes.le16(data, attribute + 2) : Bytes.u16(data, attribute + 2);
      int size = littleEndian ? Bytes.le16(data, attribute) : Bytes.u16(data, attribute);
      if (type == payload) {
        return attribute + 4;
      }
      if (size < 4) {
        return NOT_IP;
      }
      attribute += size + 3 & ~3;
    }
    return CUT_OFF;
  }

  /** A frame of another link type behind a header. */
  private static int pktap(byte[] data, int at, int end) {
    final int packet = 1;
    if (end - at < 108) {
      return CUT_OFF;
    }
    int header = Bytes.le32(data, at);
    if (header < 108 || header > 65_535 || Bytes.le32(data, at + 4) != packet) {
      return NOT_IP;
    }
    if (end - at < header) {
      return CUT_OFF;
    }
    int innerLinkType = Bytes.le32(data, at + 8);
    // Nested wrappers could go on for ever.
    boolean isWrapper = innerLinkType == PKTAP || innerLinkType == USER2;
    return isWrapper ? NOT_IP : ip(innerLinkType, data, at + header, end);
  }
}
