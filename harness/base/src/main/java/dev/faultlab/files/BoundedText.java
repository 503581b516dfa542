package dev.faultlab.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads text files that others made, up to a limit: a sparse file of gigabytes costs no memory. */
public final class BoundedText {
  private static final int MEBIBYTE = 1 << 20;

  /** More than any of our declarations, notes or journals has. */
  public static final int MAX_MEBIBYTES = 16;

  private BoundedText() {}

  /**
   * Reads a file as UTF-8; invalid bytes become U+FFFD.
   *
   * @throws RefusedPath when it holds more than {@value #MAX_MEBIBYTES} MiB
   * @throws IOException when it cannot be read
   */
  public static String read(Path file) throws IOException {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  /** The bytes, before decoding. */
  public static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_MEBIBYTES * MEBIBYTE + 1);
      if (bytes.length > MAX_MEBIBYTES * MEBIBYTE) {
        throw new RefusedPath(
            "%s: found more than %d MiB, expected a text file of that size at most"
                .formatted(file, MAX_MEBIBYTES));
      }
      return bytes;
    }
  }
}
