package dev.faultlab.capture;

import java.util.Arrays;

/**
 * Octet stuffing, as PPP has it on asynchronous lines (RFC 1662, 4.2): frames between flags, and
 * octets that the line must not see behind an escape.
 */
final class Hdlc {
  private static final int FLAG = 0x7e;
  private static final int ESCAPE = 0x7d;
  private static final int COMPLEMENT = 0x20;

  private Hdlc() {}

  /** Whether a frame begins with a flag; no PPP frame without stuffing does. */
  static boolean isStuffed(byte[] data, int at, int end) {
    return at < end && Bytes.u8(data, at) == FLAG;
  }

  /**
   * The first frame between {@code at} and {@code end} as it was before, with its check sequence;
   * empty where its sender aborted it.
   */
  static byte[] plain(byte[] data, int at, int end) {
    int from = at;
    while (isStuffed(data, from, end)) {
      from++;
    }
    byte[] plain = new byte[end - from];
    int size = 0;
    for (int i = from; i < end && Bytes.u8(data, i) != FLAG; i++) {
      int octet = Bytes.u8(data, i);
      if (octet == ESCAPE) {
        i++;
        if (isStuffed(data, i, end)) {
          return new byte[0];
        }
        if (i == end) {
          break;
        }
        octet = Bytes.u8(data, i) ^ COMPLEMENT;
      }
      plain[size++] = (byte) octet;
    }
    return Arrays.copyOf(plain, size);
  }
}
