package dev.faultlab.capture.packet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.tukaani.xz.BasicArrayCache;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/** The compression of a capture, recognised by its first bytes. */
enum Compression {
  /** RFC 1952. */
  GZIP("gzip", "gunzip", 0x1f, 0x8b),
  XZ("xz", "unxz", 0xfd, '7', 'z', 'X'),
  /** RFC 8878. */
  ZSTD("zstd", "unzstd", 0x28, 0xb5, 0x2f, 0xfd);

  /** zstd's own limit: 128 MiB, outside the heap. */
  private static final int MAX_WINDOW_LOG = 27;

  private final String title;
  private final String program;
  private final int[] magic;

  Compression(String title, String program, int... magic) {
    this.title = title;
    this.program = program;
    this.magic = magic;
  }

  static Optional<Compression> of(ByteStream in) throws IOException {
    for (Compression each : values()) {
      if (in.beginsWith(each.magic)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * @throws IOException when the header is broken, or the medium fails: see {@link #explain}
   */
  InputStream open(InputStream packed) throws IOException {
    return switch (this) {
      case GZIP ->
          new Members(
              new BufferedInputStream(packed) {
                /** The JDK takes 0 for the end of the file, but a pipe may only pause. */
                @Override
                public int available() {
                  return 1;
                }
              });
      // Each of thousands of tiny blocks may ask for a dictionary of megabytes: they share one.
      case XZ ->
          new XZInputStream(
              new BufferedInputStream(packed, 1 << 16),
              (int) (maxMebibytes() * 1024),
              BasicArrayCache.getInstance());
      // A continuous format: a truncated stream can be read up to the cut.
      case ZSTD ->
          new ZstdInputStreamNoFinalizer(packed).setContinuous(true).setLongMax(MAX_WINDOW_LOG);
    };
  }

  /** How much memory unpacking may use. In the JVM's heap, a capture's tables need most. */
  private long maxMebibytes() {
    return this == XZ
        ? Math.min(256, (Runtime.getRuntime().maxMemory() >> 23) + 2)
        : 1L << MAX_WINDOW_LOG - 20;
  }

  /**
   * What a decompressor's trouble means: {@link TooMuchMemory}, {@link BrokenPacking}, or that the
   * medium fails.
   *
   * @param head the first bytes
   */
  IOException explain(IOException error, byte[] head) {
    if (error instanceof MemoryLimitException limit) {
      return new TooMuchMemory(this, (limit.getMemoryNeeded() + 1023) / 1024, error);
    }
    if (error instanceof ZstdIOException zstd
        && zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
      return new TooMuchMemory(this, window(head) >> 20, error);
    }
    boolean isCorrupt =
        error instanceof EOFException
            || error instanceof ZipException
            || error instanceof XZIOException
            || error instanceof ZstdIOException;
    return isCorrupt ? new BrokenPacking(this, error) : error;
  }

  /**
   * The size that the first frame's header declares (RFC 8878 3.1.1.1.2), or the least that is too
   * much.
   */
  private static long window(byte[] head) {
    boolean declared = head.length > 5 && (head[4] & 0x20) == 0;
    long base = declared ? 1L << 10 + (head[5] >> 3 & 31) : 0;
    return Math.max(base + base / 8 * (declared ? head[5] & 7 : 0), (1L << MAX_WINDOW_LOG) + 1);
  }

  @Override
  public String toString() {
    return title;
  }

  /** Unpacking needs more memory than allowed; the message says how much. */
  static final class TooMuchMemory extends IOException {
    TooMuchMemory(Compression compression, long mebibytes, IOException cause) {
      super(
          String.format(
              "its %s data declare that unpacking takes %d MiB of memory, more than the %d MiB"
                  + " allowed here; unpack it first with %s",
              compression, mebibytes, compression.maxMebibytes(), compression.program),
          cause);
    }
  }

  /** The compressed data is broken; the message says how. */
  static final class BrokenPacking extends IOException {
    BrokenPacking(Compression compression, IOException cause) {
      super("broken " + compression + " data (" + cause.getMessage() + ")", cause);
    }
  }

  /**
   * The JDK calls {@link #read} recursively for each member, so that thousands overflow its stack.
   */
  private static final class Members extends GZIPInputStream {
    private static final int NEXT_MEMBER = -2;
    private boolean inside;

    Members(InputStream packed) throws IOException {
      super(packed, 1 << 16);
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      if (inside) {
        return NEXT_MEMBER;
      }
      inside = true;
      int got;
      do {
        got = super.read(into, at, length);
      } while (got == NEXT_MEMBER);
      inside = false;
      return got;
    }
  }
}
