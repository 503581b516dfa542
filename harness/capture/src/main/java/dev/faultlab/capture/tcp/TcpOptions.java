package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.packet.Packet;

/**
 * Reads the TCP options of a segment (RFC 9293 3.1, RFC 7323, RFC 2018).
 *
 * <p>Options after the end of the captured bytes are {@link TcpOption#CUT_OFF}, not {@link
 * TcpOption#ABSENT}: a short snap length must not look like a peer without window scaling.
 */
final class TcpOptions {
  private static final int END = 0;
  private static final int NOP = 1;
  private static final int MSS = 2;
  private static final int WINDOW_SCALE = 3;
  private static final int SACK_PERMITTED = 4;
  private static final int TIMESTAMPS = 8;
  private static final TcpOption PRESENT = new TcpOption(1);

  static Offer.Options of(Packet packet) {
    TcpOption[] found = new TcpOption[TIMESTAMPS + 1];
    boolean complete =
        walk(packet.data, packet.optionsStart, packet.optionsCaptured, found)
            || packet.optionsCaptured == packet.optionsLength;
    for (int kind = 0; kind < found.length; kind++) {
      if (found[kind] == null) {
        found[kind] = complete ? TcpOption.ABSENT : TcpOption.CUT_OFF;
      }
    }
    return new Offer.Options(
        found[MSS], found[WINDOW_SCALE], found[SACK_PERMITTED], found[TIMESTAMPS]);
  }

  /** True if the list was complete, so that nothing can follow. */
  private static boolean walk(byte[] data, int start, int captured, TcpOption[] found) {
    int at = start;
    int end = start + captured;
    while (at < end) {
      int kind = Bytes.u8(data, at);
      if (kind == END) {
        return true;
      }
      if (kind == NOP) {
        at++;
        continue;
      }
      if (at + 2 > end) {
        return false;
      }
      int length = Bytes.u8(data, at + 1);
      if (length < 2) {
        return true;
      }
      if (at + length > end) {
        return false;
      }
      if (kind == MSS && length == 4) {
        found[MSS] = new TcpOption(Bytes.u16(data, at + 2));
      } else if (kind == WINDOW_SCALE && length == 3) {
        // RFC 7323 2.3: a shift above 14 must be taken as 14.
        found[WINDOW_SCALE] = new TcpOption(Math.min(14, Bytes.u8(data, at + 2)));
      } else if (kind == SACK_PERMITTED && length == 2 || kind == TIMESTAMPS && length == 10) {
        found[kind] = PRESENT;
      }
      at += length;
    }
    return false;
  }
}
