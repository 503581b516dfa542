package dev.faultlab.capture.packet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;

/** Everything that needs {@code com.github.luben:zstd-jni}; loaded with the first such file. */
final class Zstandard {
  private Zstandard() {}

  static InputStream open(InputStream packed, int longestWindow) throws IOException {
    // A continuous format: a truncated stream can be read up to the cut.
    return new ZstdInputStreamNoFinalizer(packed).setContinuous(true).setLongMax(longestWindow);
  }

  static boolean windowIsTooLarge(IOException trouble) {
    return trouble instanceof ZstdIOException zstd
        && zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge();
  }

  static boolean says(IOException trouble) {
    return trouble instanceof ZstdIOException;
  }
}
