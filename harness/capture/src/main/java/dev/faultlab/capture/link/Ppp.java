package dev.faultlab.capture.link;

/** PPP (RFC 1661) and its framings. */
public final class Ppp {
  private static final int ADDRESS = 0xff;
  private static final int CONTROL = 3;

  /**
   * First byte of a frame with octet stuffing (RFC 1662, 4.2); no frame without stuffing begins
   * with it.
   */
  private static final int FLAG = 0x7e;

  private Ppp() {}

  /** With or without address and control; pppd writes the direction in place of the address. */
  public static int frame(byte[] data, int at, int end) {
    if (end - at < 2) {
      return LinkLayer.CUT_OFF;
    }
    int first = Bytes.u8(data, at);
    boolean hasHeader = Bytes.u8(data, at + 1) == CONTROL && (first == ADDRESS || first <= 1);
    return protocol(data, hasHeader ? at + 2 : at, end);
  }

  /** A frame in the form of the line, or before stuffing. */
  static int line(byte[] data, int at, int end) {
    boolean isStuffed = at < end && Bytes.u8(data, at) == FLAG;
    return isStuffed ? LinkLayer.UNSUPPORTED : frame(data, at, end);
  }

  /** PPPoE (RFC 2516) from its own header on; only sessions carry packets. */
  static int overEthernet(byte[] data, int at, int end) {
    if (end - at < 7) {
      return LinkLayer.CUT_OFF;
    }
    return Bytes.u8(data, at + 1) == 0 ? protocol(data, at + 6, end) : LinkLayer.NOT_IP;
  }

  private static int protocol(byte[] data, int at, int end) {
    if (end - at < 2) {
      return LinkLayer.CUT_OFF;
    }
    // Protocol field compression: numbers end with an odd byte, so an odd first byte is also the
    // last.
    boolean isCompressed = (Bytes.u8(data, at) & 1) != 0;
    int next = isCompressed ? at + 1 : at + 2;
    return switch (isCompressed ? Bytes.u8(data, at) : Bytes.u16(data, at)) {
      case 0x0021, 0x0057, EtherTypes.IPV4, EtherTypes.IPV6 -> next;
      case 0x0281, 0x0283 -> EtherTypes.mpls(data, next, end);
      default -> LinkLayer.NOT_IP;
    };
  }
}
