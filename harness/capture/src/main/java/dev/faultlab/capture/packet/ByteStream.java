package dev.faultlab.capture.packet;

import dev.faultlab.capture.link.Bytes;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * A window that slides over a stream. Formats request the bytes they need next and read them in
 * place, so that no frame is copied. It never reads ahead by more than one read call returns, so it
 * never waits longer than necessary on a live pipe.
 */
final class ByteStream implements Closeable {
  private static final int INITIAL = 1 << 18;

  private final InputStream in;
  private Optional<Compression> compression = Optional.empty();

  /** The first bytes of packed data. */
  private byte[] head = new byte[0];

  private byte[] buffer = new byte[INITIAL];
  private int position;
  private int limit;
  private long base;
  private boolean ended;

  private ByteStream(InputStream in) {
    this.in = in;
  }

  /**
   * Looks at the first bytes and unpacks the stream if it is packed.
   *
   * @throws IOException also as {@link Compression#explain} if the header of packed data is broken
   */
  static ByteStream open(InputStream raw) throws IOException {
    ByteStream plain = new ByteStream(raw);
    Optional<Compression> compression = Compression.of(plain);
    if (compression.isEmpty()) {
      return plain;
    }
    byte[] head = Arrays.copyOfRange(plain.buffer, plain.position, plain.limit);
    InputStream rest = new SequenceInputStream(new ByteArrayInputStream(head), raw);
    try {
      ByteStream unpacked = new ByteStream(compression.get().open(rest));
      unpacked.compression = compression;
      unpacked.head = Arrays.copyOf(head, Math.min(head.length, 18));
      return unpacked;
    } catch (IOException header) {
      throw compression.get().explain(header, head);
    }
  }

  /** Whether these are the next bytes. */
  boolean beginsWith(int... bytes) throws IOException {
    for (int i = 0; i < bytes.length; i++) {
      if (!hasBytes(i + 1) || u8(i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** Makes {@code count} bytes addressable from the position; false when the stream ends before. */
  boolean hasBytes(int count) throws IOException {
    return limit - position >= count || fill(count);
  }

  private boolean fill(int count) throws IOException {
    if (position + count > buffer.length) {
      byte[] target = count > buffer.length ? new byte[Integer.highestOneBit(count) * 2] : buffer;
      System.arraycopy(buffer, position, target, 0, limit - position);
      buffer = target;
      base += position;
      limit -= position;
      position = 0;
    }
    while (limit - position < count && !ended) {
      int got;
      try {
        got = in.read(buffer, limit, buffer.length - limit);
      } catch (EOFException cut) {
        got = -1;
      } catch (IOException broken) {
        throw compression.map(each -> each.explain(broken, head)).orElse(broken);
      }
      if (got < 0) {
        ended = true;
      } else {
        limit += got;
      }
    }
    return limit - position >= count;
  }

  /** Skips {@code count} bytes without keeping them, or as many as there are. */
  void skip(long count) throws IOException {
    long remaining = count;
    while (remaining > 0 && hasBytes(1)) {
      int step = (int) Math.min(remaining, limit - position);
      position += step;
      remaining -= step;
    }
  }

  byte[] buffer() {
    return buffer;
  }

  int position() {
    return position;
  }

  int available() {
    return limit - position;
  }

  /** Bytes from the start of the (decompressed) stream to the position. */
  long offset() {
    return base + position;
  }

  int u8(int at) {
    return buffer[position + at] & 0xff;
  }

  int u16(int at, boolean littleEndian) {
    int a = u8(at);
    int b = u8(at + 1);
    return littleEndian ? b << 8 | a : a << 8 | b;
  }

  int i32(int at, boolean littleEndian) {
    int value = Bytes.i32(buffer, position + at);
    return littleEndian ? Integer.reverseBytes(value) : value;
  }

  long u32(int at, boolean littleEndian) {
    return i32(at, littleEndian) & 0xffff_ffffL;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
