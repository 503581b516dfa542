package dev.faultlab.capture.packet;

import java.io.IOException;

/**
 * The classic pcap file (draft-ietf-opsawg-pcap): a 24 byte header, then records. Both byte orders,
 * microseconds and nanoseconds, and Kuznetzov's variant with its longer record header.
 */
final class Pcap implements Format {
  /** libpcap's MAXIMUM_SNAPLEN: no capture program writes a longer record. */
  static final int MAX_FRAME = 262_144;

  private static final int MICROS = 0xa1b2c3d4;
  private static final int NANOS = 0xa1b23c4d;
  private static final int KUZNETZOV = 0xa1b2cd34;

  private final ByteStream in;
  private final boolean little;
  private final int unitNanos;
  private final int recordHeader;
  private final int linkType;
  private final Lengths lengths;

  /** Version 2.3 swapped captured and original length, but not all writers did. */
  private enum Lengths {
    AS_THEY_ARE,
    SWAPPED,
    EITHER
  }

  private Pcap(
      ByteStream in,
      boolean little,
      int unitNanos,
      int recordHeader,
      int linkType,
      Lengths lengths) {
    this.in = in;
    this.little = little;
    this.unitNanos = unitNanos;
    this.recordHeader = recordHeader;
    this.linkType = linkType;
    this.lengths = lengths;
  }

  static Pcap open(ByteStream in) throws IOException, BrokenCapture {
    int big = in.i32(0, false);
    boolean little = !isMagic(big);
    int magic = little ? Integer.reverseBytes(big) : big;
    if (!isMagic(magic)) {
      throw BrokenCapture.corrupt(
          0,
          String.format(
              "not a capture: magic 0x%08x is neither pcap's (a1b2c3d4, a1b23c4d) nor pcapng's"
                  + " (0a0d0d0a)",
              big));
    }
    if (!in.need(24)) {
      throw BrokenCapture.truncated(in.available(), "the pcap file header has 24 bytes");
    }
    int major = in.u16(4, little);
    int minor = in.u16(6, little);
    // libpcap's rule: 2.0 to 2.4, and 543.0, which DG/UX' tcpdump wrote.
    boolean old = major == 543 && minor == 0;
    if (!old && (major != 2 || minor > 4)) {
      throw BrokenCapture.corrupt(
          4, "pcap version " + major + "." + minor + ", only 2.0 to 2.4 are known");
    }
    Lengths lengths =
        old || minor < 3 ? Lengths.SWAPPED : minor == 3 ? Lengths.EITHER : Lengths.AS_THEY_ARE;
    // The upper 16 bits are the length of a frame check sequence, not the link type.
    int linkType = in.i32(20, little) & 0xffff;
    in.skip(24);
    int unit = magic == NANOS ? 1 : 1000;
    return new Pcap(in, little, unit, magic == KUZNETZOV ? 24 : 16, linkType, lengths);
  }

  private static boolean isMagic(int value) {
    return value == MICROS || value == NANOS || value == KUZNETZOV;
  }

  @Override
  public boolean next(Frame frame) throws IOException, BrokenCapture {
    long at = in.offset();
    if (!in.need(recordHeader)) {
      if (in.available() == 0) {
        return false;
      }
      throw BrokenCapture.truncated(at, "record header cut off after " + in.available() + " bytes");
    }
    long captured = in.u32(8, little);
    long length = in.u32(12, little);
    if (lengths == Lengths.SWAPPED || lengths == Lengths.EITHER && captured > length) {
      long swapped = captured;
      captured = length;
      length = swapped;
    }
    if (captured > MAX_FRAME) {
      throw BrokenCapture.corrupt(
          at, "record claims " + captured + " captured bytes, more than " + MAX_FRAME);
    }
    long time = in.u32(0, little) * 1_000_000_000L + in.u32(4, little) * unitNanos;
    if (time == 0 && captured == 0 && length == 0) {
      throw BrokenCapture.corrupt(at, "record of zeros, as in a sparse file or after a crash");
    }
    int size = (int) captured;
    if (!in.need(recordHeader + size)) {
      throw BrokenCapture.truncated(
          at,
          "record announces " + size + " bytes, " + (in.available() - recordHeader) + " follow");
    }
    frame.fileOffset = at;
    frame.timeNanos = time;
    frame.linkType = linkType;
    frame.interfaceId = 0;
    frame.data = in.buffer();
    frame.start = in.position() + recordHeader;
    frame.captured = size;
    frame.length = (int) Math.min(Integer.MAX_VALUE, Math.max(length, captured));
    in.skip(recordHeader + size);
    return true;
  }
}
