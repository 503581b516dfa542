package dev.faultlab.sidecar;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A DNS query that no other program sends: its presence in a capture proves that the capture was
 * running at that moment.
 *
 * @param token first label of the name, which is {@code <token>.marker.lab.}; letters, digits,
 *     hyphens, at most 63
 */
record Marker(String token) {
  private static final int UDP_HEADER = 8;
  private static final int IP_HEADER = 20;

  /** Passes markers, in the syntax of tcpdump. */
  static final String FILTER = "udp port 53 and host 192.0.2.53";

  /**
   * The query in its own frame, from and to documentation addresses, as an argument of the shell's
   * printf. The frame goes to a group address that bridges do not forward (IEEE 802.1D, table
   * 7-10), so it needs neither address nor route, and no other machine receives it: it works in the
   * network of a guest, where the container has no address of its own.
   */
  String frame() {
    byte[] query = query();
    int length = IP_HEADER + UDP_HEADER + query.length;
    ByteBuffer ip = ByteBuffer.allocate(IP_HEADER);
    ip.put((byte) 0x45).put((byte) 0).putShort((short) length).putInt(0);
    ip.put((byte) 1).put((byte) 17).putShort((short) 0);
    ip.put(new byte[] {(byte) 192, 0, 2, 1}).put(new byte[] {(byte) 192, 0, 2, 53});
    ip.putShort(10, checksum(ip));
    ByteBuffer frame = ByteBuffer.allocate(14 + length);
    frame
        .put(new byte[] {1, (byte) 0x80, (byte) 0xc2, 0, 0, 0x0e})
        .put(new byte[] {2, 0, 0, 0, 0, 1});
    frame.putShort((short) 0x0800).put(ip.array());
    frame.putShort((short) 40_000).putShort((short) 53);
    frame.putShort((short) (UDP_HEADER + query.length)).putShort((short) 0).put(query);
    return "\\x" + HexFormat.ofDelimiter("\\x").formatHex(frame.array());
  }

  private byte[] query() {
    ByteBuffer query = ByteBuffer.allocate(100);
    query.put(new byte[] {0x66, 0x6c, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0});
    for (String label : new String[] {token, "marker", "lab"}) {
      query.put((byte) label.length()).put(label.getBytes(StandardCharsets.US_ASCII));
    }
    query.put(new byte[] {0, 0, 1, 0, 1});
    return Arrays.copyOf(query.array(), query.position());
  }

  private static short checksum(ByteBuffer header) {
    int sum = 0;
    for (int i = 0; i < IP_HEADER; i += 2) {
      sum += header.getShort(i) & 0xffff;
    }
    return (short) ~((sum & 0xffff) + (sum >>> 16));
  }
}
