package dev.faultlab.trial;

import java.nio.charset.StandardCharsets;

/**
 * A DNS query that no other program sends: its presence in a capture proves that the capture was
 * running at that moment. A query is a plain UDP datagram (RFC 1035, section 4.1), so that a
 * receiver that is not a name server refuses it harmlessly.
 *
 * @param token first label of the name, which is {@code <token>.marker.lab.}; letters, digits,
 *     hyphens, at most 63
 */
record Marker(String token) {

  /** The datagram, as an argument of the shell's printf. */
  String printf() {
    StringBuilder text = new StringBuilder();
    byte[] header = {0x66, 0x6c, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0};
    append(text, header);
    for (String label : new String[] {token, "marker", "lab"}) {
      append(text, new byte[] {(byte) label.length()});
      append(text, label.getBytes(StandardCharsets.US_ASCII));
    }
    append(text, new byte[] {0, 0, 1, 0, 1});
    return text.toString();
  }

  private static void append(StringBuilder text, byte[] bytes) {
    for (byte b : bytes) {
      text.append(String.format("\\x%02x", b));
    }
  }
}
