package dev.faultlab.capture.link;

/** Frame relay: RFC 2427's encapsulation, or Cisco's with an Ethernet type. */
final class FrameRelay {
  private static final int UNNUMBERED = 3;

  private FrameRelay() {}

  static int frame(byte[] data, int start, int end) {
    int at = start;
    // The address (Q.922) has 2 to 4 bytes; the last one is odd.
    while (at < end && at - start <= 3 && (Bytes.u8(data, at) & 1) == 0) {
      at++;
    }
    if (at - start > 3) {
      return LinkLayer.NOT_IP;
    }
    at++;
    if (end - at < 3) {
      return LinkLayer.CUT_OFF;
    }
    if (Bytes.u8(data, at) != UNNUMBERED) {
      return EtherTypes.behind(data, at, end, 0, 2);
    }
    boolean padded = Bytes.u8(data, at + 1) == 0;
    return Llc.nlpid(data, padded ? at + 2 : at + 1, end);
  }
}
