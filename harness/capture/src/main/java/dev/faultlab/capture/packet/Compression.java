package dev.faultlab.capture.packet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.tukaani.xz.BasicArrayCache;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/** The compression of a capture, recognised by its first bytes. */
enum Compression {
  NONE("no compression", ""),
  /** RFC 1952. */
  GZIP("gzip", "gunzip", 0x1f, 0x8b) {
    @Override
    InputStream open(InputStream packed) throws IOException {
      return new Members(
          new BufferedInputStream(packed) {
            /** The JDK takes 0 for the end of the file, where it may be a pause. */
            @Override
            public int available() {
              return 1;
            }
          });
    }

    @Override
    boolean says(IOException trouble) {
      return trouble instanceof ZipException;
    }
  },
  XZ("xz", "unxz", 0xfd, '7', 'z', 'X') {
    @Override
    InputStream open(InputStream packed) throws IOException {
      // Each of thousands of tiny blocks may ask for a dictionary of megabytes: they share one.
      return new XZInputStream(
          new BufferedInputStream(packed, 1 << 16),
          (int) (mostMebibytes() * 1024),
          BasicArrayCache.getInstance());
    }

    @Override
    long mostMebibytes() {
      // In the JVM's own heap, which the tables of a capture need most.
      return Math.min(256, (Runtime.getRuntime().maxMemory() >> 23) + 2);
    }

    @Override
    OptionalLong neededMebibytes(IOException trouble, byte[] head) {
      return trouble instanceof MemoryLimitException limit
          ? OptionalLong.of((limit.getMemoryNeeded() + 1023) / 1024)
          : OptionalLong.empty();
    }

    @Override
    boolean says(IOException trouble) {
      return trouble instanceof XZIOException;
    }
  },
  /** RFC 8878. */
  ZSTD("zstd", "unzstd", 0x28, 0xb5, 0x2f, 0xfd) {
    @Override
    InputStream open(InputStream packed) throws IOException {
      // A continuous format: a truncated stream can be read up to the cut.
      return new ZstdInputStreamNoFinalizer(packed).setContinuous(true).setLongMax(LONGEST_WINDOW);
    }

    @Override
    long mostMebibytes() {
      return 1L << LONGEST_WINDOW - 20;
    }

    @Override
    OptionalLong neededMebibytes(IOException trouble, byte[] head) {
      return trouble instanceof ZstdIOException zstd
              && zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()
          ? OptionalLong.of(window(head) >> 20)
          : OptionalLong.empty();
    }

    /**
     * The size that the first frame's header declares (RFC 8878 3.1.1.1.2), or the least that is
     * too much.
     */
    private long window(byte[] head) {
      boolean declared = head.length > 5 && (head[4] & 0x20) == 0;
      long base = declared ? 1L << 10 + (head[5] >> 3 & 31) : 0;
      return Math.max(base + base / 8 * (declared ? head[5] & 7 : 0), (1L << LONGEST_WINDOW) + 1);
    }

    @Override
    boolean says(IOException trouble) {
      return trouble instanceof ZstdIOException;
    }
  };

  /** The JDK calls {@link #read} anew for each member, so that thousands fill its stack. */
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

  /** zstd's own limit: 128 MiB, outside the heap. */
  private static final int LONGEST_WINDOW = 27;

  private final String title;
  private final String program;
  private final int[] magic;

  Compression(String title, String program, int... magic) {
    this.title = title;
    this.program = program;
    this.magic = magic;
  }

  static Compression of(ByteStream in) throws IOException {
    for (Compression each : values()) {
      if (each != NONE && in.beginsWith(each.magic)) {
        return each;
      }
    }
    return NONE;
  }

  /**
   * @throws IOException when the header is broken, see {@link #brokenBy}, or the medium fails
   */
  InputStream open(InputStream packed) throws IOException {
    return packed;
  }

  /** How much memory unpacking may use. */
  long mostMebibytes() {
    return Long.MAX_VALUE;
  }

  /**
   * How much memory the contents require, if that is the problem.
   *
   * @param head the first bytes
   */
  OptionalLong neededMebibytes(IOException trouble, byte[] head) {
    return OptionalLong.empty();
  }

  /** The program that unpacks such files. */
  String program() {
    return program;
  }

  /** Whether this decompressor throws it for broken contents. */
  boolean says(IOException trouble) {
    return false;
  }

  /** Whether the contents are at fault, and not the medium. */
  boolean brokenBy(IOException trouble) {
    return this != NONE && (trouble instanceof EOFException || says(trouble));
  }

  @Override
  public String toString() {
    return title;
  }
}
