package dev.faultlab.capture.packet;

import dev.faultlab.capture.End;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.tcp.TcpEvents;
import dev.faultlab.capture.tcp.TcpTracker;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Builds capture files byte by byte: pcap with any magic and byte order, pcapng blocks. */
public final class CaptureFile {
  public static final int MICROS = 0xa1b2c3d4;
  public static final int NANOS = 0xa1b23c4d;
  public static final int ETHERNET = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteOrder order;
  private int snap = 262_144;
  private boolean nanos;

  private CaptureFile(ByteOrder order) {
    this.order = order;
  }

  public static CaptureFile pcap() {
    return pcap(ByteOrder.LITTLE_ENDIAN, NANOS, ETHERNET);
  }

  public static CaptureFile pcap(ByteOrder order, int magic, int linkType) {
    CaptureFile file = new CaptureFile(order);
    file.nanos = magic == NANOS;
    file.i32(magic);
    file.i16(2);
    file.i16(4);
    file.i32(0);
    file.i32(0);
    file.i32(262_144);
    file.i32(linkType);
    return file;
  }

  public static CaptureFile pcapng(ByteOrder order) {
    CaptureFile file = new CaptureFile(order);
    return file.section();
  }

  public CaptureFile snap(int length) {
    snap = length;
    return this;
  }

  /** A pcap record. */
  public CaptureFile add(long timeNanos, byte[] frame) {
    int captured = Math.min(frame.length, snap);
    i32((int) (timeNanos / 1_000_000_000L));
    i32((int) (timeNanos % 1_000_000_000L / (nanos ? 1 : 1000)));
    i32(captured);
    i32(frame.length);
    out.write(frame, 0, captured);
    return this;
  }

  public CaptureFile section() {
    return block(0x0a0d0d0a, section -> section.i32(0x1a2b3c4d).i16(1).i16(0).i64(-1));
  }

  /** {@code options} as they stand in the file, without the end mark. */
  public CaptureFile describeInterface(int linkType, int snapLength, byte[] options) {
    return block(1, b -> b.i16(linkType).i16(0).i32(snapLength).raw(options).i32(0));
  }

  public CaptureFile enhanced(int id, long ticks, byte[] frame) {
    int captured = Math.min(frame.length, snap);
    return block(
        6,
        b ->
            b.i32(id)
                .i32((int) (ticks >>> 32))
                .i32((int) ticks)
                .i32(captured)
                .i32(frame.length)
                .raw(padded(frame, captured)));
  }

  public CaptureFile obsolete(int id, long ticks, byte[] frame) {
    return block(
        2,
        b ->
            b.i16(id)
                .i16(0)
                .i32((int) (ticks >>> 32))
                .i32((int) ticks)
                .i32(frame.length)
                .i32(frame.length)
                .raw(padded(frame, frame.length)));
  }

  public CaptureFile simple(byte[] frame, int captured) {
    return block(3, b -> b.i32(frame.length).raw(padded(frame, captured)));
  }

  /** Statistics of an interface (pcapng 4.6), to be filled with counters. */
  public CaptureFile statistics(int id, java.util.function.Consumer<CaptureFile> counters) {
    return block(5, b -> counters.accept(b.i32(id).i64(0)));
  }

  /** An option with a number of 64 bits. */
  public CaptureFile option(int code, long value) {
    return i16(code).i16(8).i64(value);
  }

  /** An option with so many zero bytes. */
  public CaptureFile text(int code, int length) {
    return i16(code).i16(length).raw(new byte[(length + 3) / 4 * 4]);
  }

  /** Any block. */
  public CaptureFile block(int type, java.util.function.Consumer<CaptureFile> body) {
    CaptureFile inner = new CaptureFile(order);
    body.accept(inner);
    int size = inner.out.size() + 12;
    i32(type).i32(size);
    out.writeBytes(inner.out.toByteArray());
    return i32(size);
  }

  private static byte[] padded(byte[] frame, int captured) {
    byte[] all = new byte[(captured + 3) / 4 * 4];
    System.arraycopy(frame, 0, all, 0, captured);
    return all;
  }

  public CaptureFile raw(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  public CaptureFile i16(int value) {
    return raw(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
  }

  public CaptureFile i32(int value) {
    return raw(ByteBuffer.allocate(4).order(order).putInt(value).array());
  }

  public CaptureFile i64(long value) {
    return raw(ByteBuffer.allocate(8).order(order).putLong(value).array());
  }

  public byte[] toBytes() {
    return out.toByteArray();
  }

  public byte[] gzip() {
    return gzip(toBytes());
  }

  public static byte[] gzip(byte[] plain) {
    try {
      ByteArrayOutputStream zipped = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
        gzip.write(plain);
      }
      return zipped.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Shows each packet to those who listen. */
  public Extent scan(CaptureScan.Listener... listeners) {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(toBytes()))) {
      return CaptureScan.run(reader, List.of(listeners), new MemoryBudget());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Its connections in the order in which they began. */
  public List<TcpConnection> connections(boolean timelines) {
    List<TcpConnection> all = new ArrayList<>();
    scan(new TcpTracker(all::add, timelines, TcpEvents.NONE, new MemoryBudget()));
    all.sort(Comparator.comparingLong(each -> each.opening().frame()));
    return all;
  }

  public Read read() throws IOException {
    return read(toBytes());
  }

  /** What a reader makes of the bytes: number, time and contents of each frame, and the end. */
  public static Read read(byte[] capture) throws IOException {
    try (CaptureReader reader = CaptureReader.of(new ByteArrayInputStream(capture))) {
      List<ReadFrame> frames = new ArrayList<>();
      Frame frame = new Frame();
      while (reader.next(frame)) {
        byte[] data =
            java.util.Arrays.copyOfRange(frame.data, frame.start, frame.start + frame.captured);
        frames.add(
            new ReadFrame(frame.number, frame.timeNanos, frame.length, frame.linkType, data));
      }
      return new Read(frames, reader.end(), reader.reportedDrops());
    }
  }

  /** One frame as read. */
  public record ReadFrame(long number, long timeNanos, int length, int linkType, byte[] data) {}

  /** A whole capture as read. */
  public record Read(List<ReadFrame> frames, End end, long drops) {}
}
