package dev.faultlab.capture.packet;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.LinkLayer;

/** IPv6 in UDP through address translators (RFC 4380). */
final class Teredo {
  private static final int ORIGIN = 0;
  private static final int AUTHENTICATION = 1;
  private static final int HEADER = 40;

  private Teredo() {}

  /**
   * Start of the packet in the datagram's payload.
   *
   * @param end end of its captured part
   * @param whole its end on the wire; the packet extends up to it
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
