package dev.faultlab.capture;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.LinkLayer;

/** IPv6 in UDP through address translators (RFC 4380). */
final class Teredo {
  private static final int ORIGIN = 0;
  private static final int AUTHENTICATION = 1;
  private static final int HEADER = 40;

  private Teredo() {}

  /**
   * Where the packet begins in the datagram's payload.
   *
   * @param end where what was captured of it ends
   * @param whole where it ended on the wire; the packet fills it to there
   */
  static int packet(byte[] data, int at, int end, int whole) {
    int next = at;
    if (end - next >= 4 && Bytes.u16(data, next) == AUTHENTICATION) {
      next += 4 + Bytes.u8(data, next + 2) + Bytes.u8(data, next + 3) + 9;
    }
    if (end - next >= 8 && Bytes.u16(data, next) == ORIGIN) {
      next += 8;
    }
    boolean six = end - next >= HEADER && Bytes.u8(data, next) >> 4 == 6;
    return six && HEADER + Bytes.u16(data, next + 4) == whole - next ? next : LinkLayer.NOT_IP;
  }
}
