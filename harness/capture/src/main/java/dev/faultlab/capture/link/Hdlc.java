package dev.faultlab.capture.link;

import java.util.Arrays;

/**
 * Octet stuffing, as PPP has it on asynchronous lines (RFC 1662, 4.2): frames between flags, and
 * octets that the line must not see behind an escape.
 */
public final class Hdlc {
  private static final int FLAG = 0x7e;
  private static final int ESCAPE = 0x7d;
  private static final int COMPLEMENT = 0x20;
  private static final int PPP = 9;
  private static final int PPP_PPPD = 166;

  private Hdlc() {}

  /** Whether a frame of PPP begins with a flag; none without stuffing does. */
  public static boolean isStuffed(int linkType, byte[] data, int at, int end) {
    return (linkType == PPP || linkType == PPP_PPPD) && isFlag(data, at, end);
  }

  private static boolean isFlag(byte[] data, int at, int end) {
    return at < end && Bytes.u8(data, at) == FLAG;
  }

  /**
   * The first frame between {@code at} and {@code end} as it was before, with its check sequence;
   * empty where its sender aborted it.
   */
  public static byte[] plain(byte[] data, int at, int end) {
    int from = at;
    while (isFlag(data, from, end)) {
      from++;
    }
    byte[] plain = new byte[end - from];
    int size = 0;
    for (int i = from; i < end && Bytes.u8(data, i) != FLAG; i++) {
      int octet = Bytes.u8(data, i);
      if (octet == ESCAPE) {
        i++;
        if (isFlag(data, i, end)) {
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
