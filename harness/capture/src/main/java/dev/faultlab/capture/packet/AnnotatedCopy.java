package dev.faultlab.capture.packet;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of a capture as pcapng, with comments on frames. It has the frames with their times, link
 * types and lengths, numbered as in the original. Name resolution, statistics and earlier comments
 * of a pcapng file are dropped.
 */
public final class AnnotatedCopy implements Closeable {
  private static final int COMMENT = 1;
  private static final int TIME_RESOLUTION = 9;
  private static final byte NANOSECONDS = 9;
  private static final int MAX_OPTION = 65_535;
  private static final int MAX_INTERFACES = 100_000;

  private final OutputStream out;

  /** By link type and number. */
  private final Map<Long, Integer> interfaces = new LinkedHashMap<>();

  private AnnotatedCopy(OutputStream out) throws IOException {
    this.out = new BufferedOutputStream(out, 1 << 16);
    block(Pcapng.SECTION_HEADER, 16, body -> body.putInt(Pcapng.BYTE_ORDER).putInt(1).putLong(-1));
  }

  /**
   * Copies as far as the capture can be read.
   *
   * @param comments by frame number
   * @throws IOException when reading or writing fails
   */
  public static void write(CaptureReader from, OutputStream to, Map<Long, List<String>> comments)
      throws IOException {
    Frame frame = new Frame();
    try (AnnotatedCopy copy = new AnnotatedCopy(to)) {
      while (from.next(frame)) {
        copy.add(frame, comments.getOrDefault(frame.number, List.of()));
      }
    }
  }

  private void add(Frame frame, List<String> comments) throws IOException {
    long source = (long) frame.linkType << 32 | frame.interfaceId;
    Integer known = interfaces.get(source);
    int id = known == null ? describe(source, frame.linkType) : known;
    int padded = frame.captured + 3 & ~3;
    // A frame without a time gets the epoch.
    long time = Math.max(frame.timeNanos, 0);
    List<byte[]> texts = comments.stream().map(AnnotatedCopy::option).toList();
    int options = texts.isEmpty() ? 0 : 4;
    for (byte[] text : texts) {
      options += 4 + (text.length + 3 & ~3);
    }
    block(
        Pcapng.ENHANCED_PACKET,
        20 + padded + options,
        body -> {
          body.putInt(id).putInt((int) (time >>> 32)).putInt((int) time);
          body.putInt(frame.captured).putInt(frame.length);
          int start = body.position();
          body.put(frame.data, frame.start, frame.captured).position(start + padded);
          for (byte[] text : texts) {
            body.putShort((short) COMMENT).putShort((short) text.length);
            int at = body.position();
            body.put(text).position(at + (text.length + 3 & ~3));
          }
        });
  }

  private static byte[] option(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= MAX_OPTION ? bytes : java.util.Arrays.copyOf(bytes, MAX_OPTION);
  }

  private int describe(long source, int linkType) throws IOException {
    int id = interfaces.size();
    if (id == MAX_INTERFACES) {
      throw new IOException("the capture has more than " + MAX_INTERFACES + " interfaces");
    }
    interfaces.put(source, id);
    block(
        Pcapng.INTERFACE,
        20,
        body -> {
          body.putShort((short) linkType).putShort((short) 0).putInt(Pcap.MAX_FRAME);
          body.putShort((short) TIME_RESOLUTION).putShort((short) 1).put(NANOSECONDS);
        });
    return id;
  }

  private interface Body {
    void writeTo(ByteBuffer body);
  }

  /** Type, length, the {@code body} that fills {@code size} zero bytes, and the length again. */
  private void block(int type, int size, Body body) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(12 + size).order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(type).putInt(12 + size);
    body.writeTo(block);
    block.putInt(8 + size, 12 + size);
    out.write(block.array());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
