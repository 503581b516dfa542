package dev.faultlab.capture.packet;

import java.io.IOException;

/**
 * The classic pcap file (draft-ietf-opsawg-pcap): a 24 byte header, then records. Both byte orders,
 * microseconds and nanoseconds.
 */
record Pcap(ByteStream in, boolean littleEndian, int unitNanos, int linkType) implements Format {
  /** libpcap's MAXIMUM_SNAPLEN: no capture program writes a longer record. */
  static final int MAX_FRAME = 262_144;

  private static final int MICROS = 0xa1b2c3d4;
  private static final int NANOS = 0xa1b23c4d;
  private static final int RECORD_SIZE = 16;

  static Pcap open(ByteStream in) throws IOException, BrokenCapture {
    int bigEndianMagic = in.i32(0, false);
    boolean littleEndian = !isMagic(bigEndianMagic);
    int magic = littleEndian ? Integer.reverseBytes(bigEndianMagic) : bigEndianMagic;
    if (!isMagic(magic)) {
      throw BrokenCapture.corrupt(
          0,
          String.format(
              "not a capture: magic 0x%08x is neither pcap's (a1b2c3d4, a1b23c4d) nor pcapng's"
                  + " (0a0d0d0a); `editcap -F pcap IN OUT` converts captures of other formats",
              bigEndianMagic));
    }
    if (!in.hasBytes(24)) {
      throw BrokenCapture.truncated(in.available(), "the pcap file header has 24 bytes");
    }
    int major = in.u16(4, littleEndian);
    int minor = in.u16(6, littleEndian);
    // Earlier versions have other records, and are older than 1998.
    if (major != 2 || minor != 4) {
      throw BrokenCapture.corrupt(
          4,
          String.format(
              "pcap version %d.%d, only 2.4 is read; `tcpdump -r IN -w OUT` converts it",
              major, minor));
    }
    // The upper 16 bits are the length of a frame check sequence, not the link type.
    int linkType = in.i32(20, littleEndian) & 0xffff;
    in.skip(24);
    int unit = magic == NANOS ? 1 : 1000;
    return new Pcap(in, littleEndian, unit, linkType);
  }

  private static boolean isMagic(int value) {
    return value == MICROS || value == NANOS;
  }

  @Override
  public boolean next(Frame frame) throws IOException, BrokenCapture {
    long at = in.offset();
    if (!in.hasBytes(RECORD_SIZE)) {
      if (in.available() == 0) {
        return false;
      }
      throw BrokenCapture.truncated(at, "record header cut off after " + in.available() + " bytes");
    }
    long captured = in.u32(8, littleEndian);
    long length = in.u32(12, littleEndian);
    if (captured > MAX_FRAME) {
      throw BrokenCapture.corrupt(
          at, "record claims " + captured + " captured bytes, more than " + MAX_FRAME);
    }
    long time = in.u32(0, littleEndian) * 1_000_000_000L + in.u32(4, littleEndian) * unitNanos;
    if (time == 0 && captured == 0 && length == 0) {
      throw BrokenCapture.corrupt(at, "record of zeros, as in a sparse file or after a crash");
    }
    int size = (int) captured;
    if (!in.hasBytes(RECORD_SIZE + size)) {
      throw BrokenCapture.truncated(
          at, "record announces " + size + " bytes, " + (in.available() - RECORD_SIZE) + " follow");
    }
    frame.fileOffset = at;
    frame.timeNanos = time;
    frame.linkType = linkType;
    frame.interfaceId = 0;
    frame.data = in.buffer();
    frame.start = in.position() + RECORD_SIZE;
    frame.captured = size;
    frame.length = (int) Math.min(Integer.MAX_VALUE, Math.max(length, captured));
    in.skip(RECORD_SIZE + size);
    return true;
  }
}
