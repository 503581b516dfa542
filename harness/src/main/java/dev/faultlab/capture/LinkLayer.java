package dev.faultlab.capture;

/**
 * Finds the IP header behind the link layer's. Numbers are LINKTYPE_ values of the tcpdump group's
 * registry; 12 and 14 are what BSDs write for raw IP.
 */
final class LinkLayer {
  static final int UNSUPPORTED = -1;
  static final int NOT_IP = -2;
  static final int CUT_OFF = -3;

  private static final int NULL = 0;
  private static final int ETHERNET = 1;
  private static final int RAW_BSD = 12;
  private static final int RAW_OPENBSD = 14;
  private static final int RAW = 101;
  private static final int LOOP = 108;
  private static final int LINUX_COOKED = 113;
  private static final int IPV4 = 228;
  private static final int IPV6 = 229;
  private static final int LINUX_COOKED_2 = 276;

  private static final int TYPE_IPV4 = 0x0800;
  private static final int TYPE_IPV6 = 0x86dd;
  private static final int TYPE_VLAN = 0x8100;
  private static final int TYPE_QINQ = 0x88a8;
  private static final int TYPE_QINQ_OLD_1 = 0x9100;
  private static final int TYPE_QINQ_OLD_2 = 0x9200;
  private static final int LARGEST_LENGTH_FIELD = 1500;

  private LinkLayer() {}

  /** Offset of the IP header relative to the frame's start, or one of the negative answers. */
  static int networkOffset(Frame frame) {
    byte[] data = frame.data;
    int start = frame.start;
    int captured = frame.captured;
    switch (frame.linkType) {
      case ETHERNET:
        return captured < 14 ? CUT_OFF : byType(data, start, captured, 12, 14);
      case LINUX_COOKED:
        return captured < 16 ? CUT_OFF : byType(data, start, captured, 14, 16);
      case LINUX_COOKED_2:
        return captured < 20 ? CUT_OFF : byType(data, start, captured, 0, 20);
      case RAW, RAW_BSD, RAW_OPENBSD, IPV4, IPV6:
        return 0;
      case NULL, LOOP:
        return captured < 4 ? CUT_OFF : loopback(data, start);
      default:
        return UNSUPPORTED;
    }
  }

  private static int byType(byte[] data, int start, int captured, int typeAt, int next) {
    int type = Bytes.u16(data, start + typeAt);
    int offset = next;
    while (type != TYPE_IPV4 && type != TYPE_IPV6) {
      boolean tagged =
          type == TYPE_VLAN
              || type == TYPE_QINQ
              || type == TYPE_QINQ_OLD_1
              || type == TYPE_QINQ_OLD_2;
      if (tagged) {
        if (captured < offset + 4) {
          return CUT_OFF;
        }
        type = Bytes.u16(data, start + offset + 2);
        offset += 4;
      } else if (type <= LARGEST_LENGTH_FIELD
          && typeAt == 12
          && isSnap(data, start, captured, offset)) {
        type = Bytes.u16(data, start + offset + 6);
        offset += 8;
      } else {
        return NOT_IP;
      }
    }
    return offset;
  }

  /** IEEE 802.3 frames with an LLC/SNAP header that carries an Ethernet type. */
  private static boolean isSnap(byte[] data, int start, int captured, int offset) {
    return captured >= offset + 8
        && Bytes.i32(data, start + offset) == 0xaaaa0300
        && Bytes.u16(data, start + offset + 4) == 0;
  }

  /**
   * The address family is in the byte order of the capturing host, which the file does not tell.
   */
  private static int loopback(byte[] data, int start) {
    int family = Bytes.i32(data, start);
    int small = (family & 0xffff) == 0 ? Integer.reverseBytes(family) : family;
    return switch (small) {
      case 2, 10, 24, 28, 30 -> 4;
      default -> NOT_IP;
    };
  }
}
