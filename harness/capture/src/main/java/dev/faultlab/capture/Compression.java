package dev.faultlab.capture;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/** How a capture is packed, told by its first bytes. */
enum Compression {
  NONE("no compression"),
  /** RFC 1952. */
  GZIP("gzip", 0x1f, 0x8b) {
    @Override
    InputStream open(InputStream packed) throws IOException {
      return new GZIPInputStream(new BufferedInputStream(packed), 1 << 16);
    }

    @Override
    boolean says(IOException trouble) {
      return trouble instanceof ZipException;
    }
  },
  XZ("xz", 0xfd, '7', 'z', 'X') {
    @Override
    InputStream open(InputStream packed) throws IOException {
      return new XZInputStream(new BufferedInputStream(packed, 1 << 16));
    }

    @Override
    boolean says(IOException trouble) {
      return trouble instanceof XZIOException;
    }
  },
  /** RFC 8878. */
  ZSTD("zstd", 0x28, 0xb5, 0x2f, 0xfd) {
    @Override
    InputStream open(InputStream packed) throws IOException {
      // Continuous: a cut stream ends where it is cut, and what came before can be read.
      return new ZstdInputStreamNoFinalizer(packed).setContinuous(true);
    }

    @Override
    boolean says(IOException trouble) {
      return trouble instanceof ZstdIOException;
    }
  };

  private final String title;
  private final int[] magic;

  Compression(String title, int... magic) {
    this.title = title;
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

  /** Whether it is what this decompressor throws at broken contents. */
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
