package dev.faultlab.tools.bench;

import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A frame with a copy of its bytes. */
record FrameCopy(long nanos, int linkType, byte[] data, int length) {
  static final int ETHERNET = 1;

  FrameCopy at(long time) {
    return new FrameCopy(time, linkType, data, length);
  }

  FrameCopy snapped(int max) {
    return new FrameCopy(nanos, linkType, Arrays.copyOf(data, Math.min(max, data.length)), length);
  }

  private boolean isEthernet() {
    return linkType == ETHERNET && data.length >= 34;
  }

  /** After Ethernet and an IPv4 header without options, or IPv6: protocol and ports. */
  int transport() {
    return isIpv4() ? data[23] & 255 : six() ? data[20] & 255 : -1;
  }

  boolean isIpv4() {
    return isEthernet() && data[12] == 8 && data[13] == 0 && data[14] == 0x45;
  }

  private boolean six() {
    return isEthernet() && data.length >= 58 && (data[12] & 255) == 0x86;
  }

  int port(int which) {
    int at = (isIpv4() ? 34 : 54) + 2 * which;
    return transport() < 0 || data.length < at + 2
        ? -1
        : (data[at] & 255) << 8 | data[at + 1] & 255;
  }

  boolean isSyn() {
    int at = isIpv4() ? 47 : 67;
    return transport() == 6 && data.length > at && (data[at] & 2) != 0;
  }

  /** An Ethernet frame with this head in place of its first bytes; any other as it is. */
  FrameCopy wrap(byte[] head, int skip) {
    if (!isEthernet()) {
      return this;
    }
    ByteBuffer wrapped = ByteBuffer.allocate(head.length + data.length - skip);
    wrapped.put(head).put(data, skip, data.length - skip);
    return new FrameCopy(nanos, ETHERNET, wrapped.array(), length + head.length - skip);
  }

  /** All frames of a capture. */
  static List<FrameCopy> read(Path file) throws IOException {
    List<FrameCopy> all = new ArrayList<>();
    Frame frame = new Frame();
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next(frame)) {
        int start = frame.start;
        byte[] data = Arrays.copyOfRange(frame.data, start, start + frame.captured);
        all.add(new FrameCopy(frame.timeNanos, frame.linkType, data, frame.length));
      }
    }
    return all;
  }

  /** A capture file with these frames. */
  static byte[] pcap(List<FrameCopy> frames) {
    int size = 24 + frames.stream().mapToInt(frame -> 16 + frame.data.length).sum();
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0xa1b23c4d).putShort((short) 2).putShort((short) 4).putLong(0).putInt(262_144);
    out.putInt(frames.isEmpty() ? ETHERNET : frames.get(0).linkType);
    for (FrameCopy each : frames) {
      out.putInt((int) (each.nanos / 1_000_000_000L)).putInt((int) (each.nanos % 1_000_000_000L));
      out.putInt(each.data.length).putInt(each.length).put(each.data);
    }
    return out.array();
  }
}
