package dev.faultlab.capture.packet;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.LinkLayer;
import dev.faultlab.capture.link.Ppp;

/** PPP in L2TP version 2 (RFC 2661). Version 3 (RFC 3931) is recognised but not decoded. */
final class L2tp {
  private static final int CONTROL = 0x8000;
  private static final int LENGTH = 0x4000;
  private static final int SEQUENCE = 0x0800;
  private static final int OFFSET = 0x0200;
  private static final int PRIORITY = 0x0100;
  private static final int VERSION_2 = 2;

  /** Of a data message in UDP (RFC 3931 4.1.2): its first four bytes. */
  private static final int VERSION_3 = 3 << 16;

  private L2tp() {}

  /** Start of the packet in the datagram's payload between {@code at} and {@code end}. */
  static int packet(byte[] data, int at, int end) {
    if (end - at < 6) {
      return LinkLayer.NOT_IP;
    }
    if (Bytes.i32(data, at) == VERSION_3) {
      return LinkLayer.UNREAD_TUNNEL;
    }
    int flags = Bytes.u16(data, at);
    boolean known = (flags & ~(LENGTH | SEQUENCE | OFFSET | PRIORITY)) == VERSION_2;
    if ((flags & CONTROL) != 0 || !known) {
      return LinkLayer.NOT_IP;
    }
    int next = at + ((flags & LENGTH) != 0 ? 8 : 6) + ((flags & SEQUENCE) != 0 ? 4 : 0);
    if ((flags & OFFSET) != 0) {
      next += end - next < 2 ? 2 : 2 + Bytes.u16(data, next);
    }
    return Ppp.frame(data, next, end);
  }
}
