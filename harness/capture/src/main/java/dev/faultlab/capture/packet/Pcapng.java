package dev.faultlab.capture.packet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * pcapng (draft-ietf-opsawg-pcapng): sections of blocks. Frames come from enhanced, simple and the
 * obsolete packet blocks; interface statistics give the drops; every other block is skipped by its
 * length.
 */
final class Pcapng implements Format {
  static final int SECTION_HEADER = 0x0a0d0d0a;
  static final int BYTE_ORDER = 0x1a2b3c4d;
  static final int INTERFACE = 1;
  private static final int OBSOLETE_PACKET = 2;
  private static final int SIMPLE_PACKET = 3;
  private static final int STATISTICS = 5;
  static final int ENHANCED_PACKET = 6;

  /**
   * Limit for blocks that are parsed, and so held in memory; options make them longer than their
   * frame.
   */
  private static final int MAX_BLOCK = 4 * Pcap.MAX_FRAME;

  /** No machine has as many; the list must be bounded. */
  private static final int MAX_INTERFACES = 10_000;

  private final ByteStream in;
  private final List<PcapngInterface> interfaces = new ArrayList<>();
  private long dropsOfEarlierSections;
  private boolean littleEndian;
  private boolean inSection;

  Pcapng(ByteStream in) {
    this.in = in;
  }

  @Override
  public boolean next(Frame frame) throws IOException, BrokenCapture {
    while (true) {
      long at = in.offset();
      if (!in.hasBytes(12)) {
        if (in.available() == 0 && inSection) {
          return false;
        }
        throw BrokenCapture.truncated(at, "block header ends after " + in.available() + " bytes");
      }
      int type = in.i32(0, littleEndian);
      // The same in both byte orders.
      if (type == SECTION_HEADER) {
        startSection(at);
      }
      long size = in.u32(4, littleEndian);
      if (size < 12 || size % 4 != 0) {
        throw BrokenCapture.corrupt(at + 4, "block length " + size + " is impossible");
      }
      boolean isRead =
          type == INTERFACE
              || type == STATISTICS
              || type == ENHANCED_PACKET
              || type == SIMPLE_PACKET
              || type == OBSOLETE_PACKET;
      if (!isRead) {
        skipBlock(at, size);
        continue;
      }
      if (size > MAX_BLOCK) {
        throw BrokenCapture.corrupt(at + 4, "block of " + size + " bytes, more than " + MAX_BLOCK);
      }
      requireBuffered(at, (int) size);
      boolean isFrame = readBlock(type, (int) size, at, frame);
      in.skip(size);
      if (isFrame) {
        return true;
      }
    }
  }

  private boolean readBlock(int type, int size, long at, Frame frame) throws BrokenCapture {
    switch (type) {
      case INTERFACE -> {
        requireSize(size, 20, at);
        if (interfaces.size() == MAX_INTERFACES) {
          throw BrokenCapture.corrupt(at, "more than " + MAX_INTERFACES + " interfaces");
        }
        interfaces.add(PcapngInterface.read(in, size, littleEndian));
        return false;
      }
      case STATISTICS -> {
        requireSize(size, 24, at);
        PcapngInterface owner = interfaceOf(in.u32(8, littleEndian), at);
        owner.drops = PcapngInterface.dropsIn(in, size, littleEndian, owner.drops);
        return false;
      }
      case ENHANCED_PACKET, OBSOLETE_PACKET -> {
        requireSize(size, 32, at);
        boolean enhanced = type == ENHANCED_PACKET;
        long id = enhanced ? in.u32(8, littleEndian) : in.u16(8, littleEndian);
        PcapngInterface owner = interfaceOf(id, at);
        long ticks = in.u32(12, littleEndian) << 32 | in.u32(16, littleEndian);
        fill(frame, at, 28, in.u32(20, littleEndian), in.u32(24, littleEndian), size - 32);
        frame.timeNanos = owner.nanos(ticks);
        frame.linkType = owner.linkType;
        frame.interfaceId = (int) id;
        return true;
      }
      default -> {
        requireSize(size, 16, at);
        PcapngInterface owner = interfaceOf(0, at);
        long length = in.u32(8, littleEndian);
        long captured = owner.snapLength == 0 ? length : Math.min(length, owner.snapLength);
        fill(frame, at, 12, Math.min(captured, size - 16), length, size - 16);
        frame.timeNanos = Frame.NO_TIME;
        frame.linkType = owner.linkType;
        frame.interfaceId = 0;
        return true;
      }
    }
  }

  private void fill(Frame frame, long at, int header, long captured, long length, int room)
      throws BrokenCapture {
    if (captured > room || captured > Pcap.MAX_FRAME) {
      throw BrokenCapture.corrupt(
          at, "packet block claims " + captured + " captured bytes and has room for " + room);
    }
    frame.fileOffset = at;
    frame.data = in.buffer();
    frame.start = in.position() + header;
    frame.captured = (int) captured;
    frame.length = (int) Math.min(Integer.MAX_VALUE, Math.max(length, captured));
  }

  private void startSection(long at) throws IOException, BrokenCapture {
    int order = in.i32(8, false);
    if (order != BYTE_ORDER && Integer.reverseBytes(order) != BYTE_ORDER) {
      throw BrokenCapture.corrupt(
          at + 8, String.format("byte-order magic 0x%08x, expected 1a2b3c4d either way", order));
    }
    littleEndian = order != BYTE_ORDER;
    if (!in.hasBytes(16)) {
      throw BrokenCapture.truncated(at, "section header cut off");
    }
    int major = in.u16(12, littleEndian);
    int minor = in.u16(14, littleEndian);
    // 1.2 was written for some time and means 1.0.
    if (major != 1 || minor != 0 && minor != 2) {
      throw BrokenCapture.corrupt(
          at + 12, "pcapng version " + major + "." + minor + ", only 1.0 and 1.2 are known");
    }
    inSection = true;
    dropsOfEarlierSections = reportedDrops();
    interfaces.clear();
  }

  private PcapngInterface interfaceOf(long id, long at) throws BrokenCapture {
    if (id >= interfaces.size()) {
      throw BrokenCapture.corrupt(at, "refers to interface " + id + ", which is not described");
    }
    return interfaces.get((int) id);
  }

  private static void requireSize(int size, int minimum, long at) throws BrokenCapture {
    if (size < minimum) {
      throw BrokenCapture.corrupt(at + 4, "block length " + size + ", at least " + minimum);
    }
  }

  private void requireBuffered(long at, int size) throws IOException, BrokenCapture {
    if (!in.hasBytes(size)) {
      throw BrokenCapture.truncated(
          at, "block announces " + size + " bytes, " + in.available() + " follow");
    }
    checkTrailer(at, size, in.u32(size - 4, littleEndian));
  }

  private void skipBlock(long at, long size) throws IOException, BrokenCapture {
    in.skip(size - 4);
    if (!in.hasBytes(4)) {
      throw BrokenCapture.truncated(at, "block announces " + size + " bytes, fewer follow");
    }
    checkTrailer(at, size, in.u32(0, littleEndian));
    in.skip(4);
  }

  private static void checkTrailer(long at, long size, long trailer) throws BrokenCapture {
    if (trailer != size) {
      throw BrokenCapture.corrupt(
          at, "block begins with length " + size + " and ends with length " + trailer);
    }
  }

  @Override
  public long reportedDrops() {
    long sum = dropsOfEarlierSections;
    for (PcapngInterface each : interfaces) {
      sum += each.drops;
    }
    return sum;
  }
}
