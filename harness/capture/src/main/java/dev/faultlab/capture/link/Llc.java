package dev.faultlab.capture.link;

/** IEEE 802.2 and the links that have nothing else to say what they carry. */
final class Llc {
  private static final int SNAP = 0xaaaa03;
  private static final int NLPID = 0xfefe03;
  private static final int IP = 0x060603;
  private static final int NLPID_SNAP = 0x80;
  private static final int NLPID_IP = 0xcc;
  private static final int NLPID_IP6 = 0x8e;
  private static final int NLPID_PPP = 0xcf;
  private static final int CISCO_BRIDGED = 0x0000f8;
  private static final int RFC2684 = 0x0080c2;

  private Llc() {}

  static int behind(byte[] data, int at, int end, int header) {
    return frame(data, at + header, end);
  }

  static int frame(byte[] data, int at, int end) {
    if (end - at < 4) {
      return LinkLayer.CUT_OFF;
    }
    return switch (Bytes.i32(data, at) >>> 8) {
      case SNAP -> snap(data, at + 3, end, 2);
      case NLPID -> nlpid(data, at + 3, end);
      case IP -> at + 3;
      default -> LinkLayer.NOT_IP;
    };
  }

  /**
   * @param padding bytes before a bridged Ethernet frame: 2 on ATM, none in frame relay (RFC 2684)
   */
  static int snap(byte[] data, int at, int end, int padding) {
    if (end - at < 5) {
      return LinkLayer.CUT_OFF;
    }
    int organisation = Bytes.i32(data, at) >>> 8;
    int type = Bytes.u16(data, at + 3);
    if (organisation == RFC2684) {
      boolean ethernet = type == 1 || type == 7;
      return ethernet ? EtherTypes.ethernet(data, at + 5 + padding, end) : LinkLayer.NOT_IP;
    }
    boolean etherType = organisation == 0 || organisation == CISCO_BRIDGED;
    // A length here would be LLC within LLC.
    return etherType && type > 1500 ? EtherTypes.of(type, data, at + 5, end) : LinkLayer.NOT_IP;
  }

  /** A network layer protocol identifier (ISO/IEC TR 9577) and what it announces. */
  static int nlpid(byte[] data, int at, int end) {
    if (end - at < 1) {
      return LinkLayer.CUT_OFF;
    }
    return switch (Bytes.u8(data, at)) {
      case NLPID_IP, NLPID_IP6 -> at + 1;
      case NLPID_PPP -> Ppp.frame(data, at + 1, end);
      case NLPID_SNAP -> snap(data, at + 1, end, 0);
      default -> LinkLayer.NOT_IP;
    };
  }

  /** IEEE 802.5: a route may stand between the addresses and the LLC header. */
  static int tokenRing(byte[] data, int at, int end) {
    if (end - at < 16) {
      return LinkLayer.CUT_OFF;
    }
    boolean llc = (Bytes.u8(data, at + 1) & 0xc0) == 0x40;
    boolean routed = (Bytes.u8(data, at + 8) & 0x80) != 0;
    int route = routed ? Bytes.u8(data, at + 14) & 31 : 0;
    return llc ? frame(data, at + 14 + route, end) : LinkLayer.NOT_IP;
  }
}
