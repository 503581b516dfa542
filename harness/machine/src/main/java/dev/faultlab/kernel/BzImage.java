package dev.faultlab.kernel;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a file is a kernel that can be started directly. */
final class BzImage {
  /** Position of the setup header's magic, see Documentation/x86/boot.rst. */
  private static final int MAGIC_AT = 0x202;

  private static final String MAGIC = "HdrS";

  private BzImage() {}

  /**
   * @throws NoSuchImageException when it does not exist or is something else
   * @throws ImageException when it cannot be read
   */
  static void require(Path file) {
    if (!Files.exists(file)) {
      throw new NoSuchImageException(
          "cannot read a kernel at %s: there is no such file".formatted(file));
    }
    if (Files.isDirectory(file)) {
      throw new NoSuchImageException(
          "cannot read a kernel at %s: it is a directory".formatted(file));
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new ImageException("cannot read a kernel at %s: permission denied".formatted(file));
    }
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(MAGIC_AT);
      if (new String(in.readNBytes(MAGIC.length()), StandardCharsets.US_ASCII).equals(MAGIC)) {
        return;
      }
    } catch (EOFException e) {
      // Too short for a header, so not a bzImage.
    } catch (IOException e) {
      throw new ImageException("no kernel can be read at " + file + ": " + e.getMessage(), e);
    }
    throw new NoSuchImageException("%s is not a bzImage: no %s at 0x202".formatted(file, MAGIC));
  }
}
