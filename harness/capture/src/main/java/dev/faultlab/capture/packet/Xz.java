package dev.faultlab.capture.packet;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import org.tukaani.xz.BasicArrayCache;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/** Everything that needs {@code org.tukaani:xz}; loaded with the first such file. */
final class Xz {
  private Xz() {}

  static InputStream open(InputStream packed, long mostMebibytes) throws IOException {
    int limit = (int) (mostMebibytes * 1024);
    // Each of thousands of tiny blocks may ask for a dictionary of megabytes: they share one.
    return new XZInputStream(
        new BufferedInputStream(packed, 1 << 16), limit, BasicArrayCache.getInstance());
  }

  static OptionalLong neededMebibytes(IOException trouble) {
    return trouble instanceof MemoryLimitException limit
        ? OptionalLong.of((limit.getMemoryNeeded() + 1023) / 1024)
        : OptionalLong.empty();
  }

  static boolean says(IOException trouble) {
    return trouble instanceof XZIOException;
  }
}
