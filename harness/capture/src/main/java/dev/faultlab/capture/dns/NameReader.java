package dev.faultlab.capture.dns;

import dev.faultlab.capture.link.Bytes;

/**
 * Reads a domain name into lower-case wire form (length byte, label, ..., 0). Compression pointers
 * (RFC 1035 4.1.4) may only point backwards, each further than the one before, so a loop is
 * impossible.
 */
final class NameReader {
  static final int TRUNCATED = -1;
  static final int MALFORMED = -2;
  private static final int MAX_NAME = 255;

  final byte[] wire = new byte[MAX_NAME];
  int length;

  /** Offset after the name at {@code at}, or {@link #TRUNCATED} or {@link #MALFORMED}. */
  int read(byte[] data, int start, int end, int at) {
    int position = at;
    int after = MALFORMED;
    int lowest = at;
    int size = 0;
    while (true) {
      if (position >= end) {
        return TRUNCATED;
      }
      int label = Bytes.u8(data, position);
      if (label >= 0xc0) {
        if (position + 2 > end) {
          return TRUNCATED;
        }
        if (after == MALFORMED) {
          after = position + 2;
        }
        int target = start + ((label & 0x3f) << 8 | Bytes.u8(data, position + 1));
        if (target >= lowest) {
          return MALFORMED;
        }
        lowest = target;
        position = target;
        continue;
      }
      if (label > 63 || size + label + 1 > MAX_NAME) {
        return MALFORMED;
      }
      if (position + 1 + label > end) {
        return TRUNCATED;
      }
      wire[size++] = (byte) label;
      position++;
      if (label == 0) {
        length = size;
        return after == MALFORMED ? position : after;
      }
      for (int i = 0; i < label; i++) {
        byte c = data[position++];
        if (c >= 'A' && c <= 'Z') {
          c += 32;
        }
        wire[size++] = c;
      }
    }
  }

  /** Offset after a name whose contents do not matter. */
  static int skip(byte[] data, int end, int at) {
    int position = at;
    while (position < end) {
      int label = Bytes.u8(data, position);
      if (label >= 0xc0) {
        return position + 2 <= end ? position + 2 : TRUNCATED;
      }
      if (label > 63) {
        return MALFORMED;
      }
      position += 1 + label;
      if (label == 0) {
        return position;
      }
    }
    return TRUNCATED;
  }

  /** Presentation form without the final dot; odd bytes as \DDD (RFC 4343 2.1). */
  String text() {
    StringBuilder text = new StringBuilder(length);
    int at = 0;
    while (wire[at] != 0) {
      int label = wire[at++] & 0xff;
      if (!text.isEmpty()) {
        text.append('.');
      }
      for (int i = 0; i < label; i++) {
        int c = wire[at++] & 0xff;
        if (c == '.' || c == '\\') {
          text.append('\\').append((char) c);
        } else if (c <= ' ' || c > '~') {
          text.append(String.format("\\%03d", c));
        } else {
          text.append((char) c);
        }
      }
    }
    return text.isEmpty() ? "." : text.toString();
  }
}
