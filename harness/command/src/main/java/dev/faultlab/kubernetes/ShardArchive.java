package dev.faultlab.kubernetes;

import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** The folder of a shard, as a pod sends it: a packed tar archive that is not trusted. */
final class ShardArchive {
  private static final long MAX_BYTES = 4L << 30;
  private static final int MAX_FILES = 100_000;

  /**
   * Unpacks an archive, and reads it to its end, where its checksum is.
   *
   * @throws RefusedPath when it holds a link or a device, a name twice, a path that leads out of
   *     the folder, or too much
   * @throws IOException when it is cut off
   */
  static void unpack(InputStream packed, Path folder) throws IOException {
    long bytes = 0;
    int files = 0;
    try (InputStream stream = new GZIPInputStream(packed)) {
      TarArchiveInputStream tar = new TarArchiveInputStream(stream);
      for (TarArchiveEntry entry; (entry = tar.getNextEntry()) != null; ) {
        Path target = InnerPath.of(folder, entry.getName());
        bytes += entry.getSize();
        files++;
        if (bytes > MAX_BYTES || files > MAX_FILES) {
          throw refusal(entry, "more than 4 GiB or 100,000 files up to here");
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else if (entry.getLinkFlag() != TarConstants.LF_NORMAL || Files.exists(target)) {
          throw refusal(entry, "expected regular files and folders, each once");
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(tar, target);
        }
      }
      stream.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static RefusedPath refusal(TarArchiveEntry entry, String why) {
    return new RefusedPath(
        "the archive of a shard has '%s': %s; its image is not one of faultlab's"
            .formatted(entry.getName(), why));
  }
}
