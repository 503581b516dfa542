package dev.faultlab.capture;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * A window that slides over a stream. Formats ask for the bytes they need next and read them in
 * place, so that no frame is copied. It never reads ahead further than one read call gives, so a
 * live pipe is not waited on longer than necessary.
 */
final class ByteStream implements Closeable {
  private static final int INITIAL = 1 << 18;

  private final InputStream in;
  private byte[] buffer = new byte[INITIAL];
  private int position;
  private int limit;
  private long base;
  private boolean ended;

  private ByteStream(InputStream in) {
    this.in = in;
  }

  /** Looks at the first two bytes and decompresses when they are gzip's (RFC 1952). */
  static ByteStream over(InputStream raw) throws IOException {
    ByteStream plain = new ByteStream(raw);
    if (plain.need(2) && plain.u8(0) == 0x1f && plain.u8(1) == 0x8b) {
      InputStream rest =
          new java.io.SequenceInputStream(
              new java.io.ByteArrayInputStream(plain.buffer, 0, plain.limit), raw);
      return new ByteStream(new GZIPInputStream(new BufferedInputStream(rest), 1 << 16));
    }
    return plain;
  }

  /** Makes {@code count} bytes addressable from the position; false when the stream ends before. */
  boolean need(int count) throws IOException {
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
      } catch (EOFException cutGzip) {
        got = -1;
      }
      if (got < 0) {
        ended = true;
      } else {
        limit += got;
      }
    }
    return limit - position >= count;
  }

  /** Moves on by {@code count} bytes without keeping them; false when the stream ends before. */
  boolean skip(long count) throws IOException {
    long left = count;
    while (left > 0) {
      if (position == limit && !fill(1)) {
        return false;
      }
      int step = (int) Math.min(left, limit - position);
      position += step;
      left -= step;
    }
    return true;
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

  int u16(int at, boolean little) {
    int a = u8(at);
    int b = u8(at + 1);
    return little ? b << 8 | a : a << 8 | b;
  }

  int i32(int at, boolean little) {
    int value = Bytes.i32(buffer, position + at);
    return little ? Integer.reverseBytes(value) : value;
  }

  long u32(int at, boolean little) {
    return i32(at, little) & 0xffff_ffffL;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
