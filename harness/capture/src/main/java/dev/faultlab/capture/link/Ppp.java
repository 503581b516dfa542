package dev.faultlab.capture.link;

/** PPP (RFC 1661), its framings, and Cisco's HDLC, which shares lines with it. */
public final class Ppp {
  private static final int ADDRESS = 0xff;
  private static final int CONTROL = 3;
  private static final int CISCO_UNICAST = 0x0f;
  private static final int CISCO_BROADCAST = 0x8f;

  private Ppp() {}

  /** With or without address and control; pppd writes the direction in the address's place. */
  public static int frame(byte[] data, int at, int end) {
    if (end - at < 2) {
      return LinkLayer.CUT_OFF;
    }
    int first = Bytes.u8(data, at);
    boolean header = Bytes.u8(data, at + 1) == CONTROL && (first == ADDRESS || first <= 1);
    return protocol(data, header ? at + 2 : at, end);
  }

  /** HDLC-like framing (RFC 1662), or Cisco's. */
  static int serial(byte[] data, int at, int end) {
    if (end - at < 4) {
      return LinkLayer.CUT_OFF;
    }
    return switch (Bytes.u8(data, at)) {
      case ADDRESS -> protocol(data, at + 2, end);
      case CISCO_UNICAST, CISCO_BROADCAST -> ciscoHdlc(data, at, end);
      default -> LinkLayer.NOT_IP;
    };
  }

  static int ciscoHdlc(byte[] data, int at, int end) {
    return EtherTypes.behind(data, at, end, 2, 4);
  }

  /** PPPoE (RFC 2516) from its own header on; only sessions carry packets. */
  static int overEthernet(byte[] data, int at, int end) {
    if (end - at < 7) {
      return LinkLayer.CUT_OFF;
    }
    boolean session = Bytes.u8(data, at + 1) == 0;
    return session ? protocol(data, at + 6, end) : LinkLayer.NOT_IP;
  }

  private static int protocol(byte[] data, int at, int end) {
    if (end - at < 2) {
      return LinkLayer.CUT_OFF;
    }
    // Protocol field compression: numbers end on an odd byte, so one that comes first is the last.
    boolean compressed = (Bytes.u8(data, at) & 1) != 0;
    int next = compressed ? at + 1 : at + 2;
    return switch (compressed ? Bytes.u8(data, at) : Bytes.u16(data, at)) {
      case 0x0021, 0x0057, EtherTypes.IPV4, EtherTypes.IPV6 -> next;
      case 0x0281, 0x0283 -> EtherTypes.mpls(data, next, end);
      default -> LinkLayer.NOT_IP;
    };
  }
}
