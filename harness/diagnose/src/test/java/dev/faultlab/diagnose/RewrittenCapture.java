package dev.faultlab.diagnose;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.LinkLayer;
import dev.faultlab.capture.packet.CaptureFile;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A capture with other addresses, ports, times to live, times and windows: each value has one other
 * value in the whole file, and times to live and ports differ from each other as before.
 */
final class RewrittenCapture {
  private static final long TIME_SHIFT_NANOS = 86_400_000_000_000L + 123_456_789L;
  private static final int TTL_SHIFT = 5;
  private static final int[][] PREFIXES = {
    {192, 0, 2, 100, 64, 9}, {198, 51, 100, 100, 65, 8}, {203, 0, 113, 100, 66, 7},
  };

  static byte[] of(Path file) throws IOException {
    CaptureFile changed = CaptureFile.pcap();
    try (CaptureReader reader = CaptureReader.open(file)) {
      Frame frame = new Frame();
      while (reader.next(frame)) {
        int end = frame.start + frame.captured;
        byte[] copy = Arrays.copyOfRange(frame.data, frame.start, end);
        int ip = LinkLayer.ip(frame.linkType, copy, 0, copy.length);
        if (ip >= 0 && copy[ip] >> 4 == 4) {
          addresses(copy, ip);
          packet(copy, ip);
        }
        changed.add(frame.timeNanos + TIME_SHIFT_NANOS, copy);
      }
    }
    return changed.toBytes();
  }

  /** Wherever one is: in headers, in DNS records, in what ICMP quotes. */
  private static void addresses(byte[] data, int from) {
    for (int at = from; at + 4 <= data.length; at++) {
      for (int[] prefix : PREFIXES) {
        if ((data[at] & 255) == prefix[0]
            && (data[at + 1] & 255) == prefix[1]
            && (data[at + 2] & 255) == prefix[2]) {
          for (int i = 0; i < 3; i++) {
            data[at + i] = (byte) prefix[3 + i];
          }
        }
      }
    }
  }

  private static void packet(byte[] data, int ip) {
    data[ip + 8] -= TTL_SHIFT;
    int at = ip + (data[ip] & 15) * 4;
    switch (data[ip + 9]) {
      case 1 -> packet(data, at + 8);
      case 6 -> {
        ports(data, at);
        if (at + 16 <= data.length) {
          int window = Bytes.u16(data, at + 14);
          u16(data, at + 14, window - window / 8);
        }
      }
      case 17 -> ports(data, at);
      default -> {}
    }
  }

  /** Not those of DNS, whose number means something. */
  private static void ports(byte[] data, int at) {
    for (int port = at; port <= at + 2; port += 2) {
      int number = Bytes.u16(data, port);
      u16(data, port, number == 53 || number == 853 ? number : number + (number < 20_000 ? 7 : 77));
    }
  }

  private static void u16(byte[] data, int at, int value) {
    data[at] = (byte) (value >> 8);
    data[at + 1] = (byte) value;
  }
}
