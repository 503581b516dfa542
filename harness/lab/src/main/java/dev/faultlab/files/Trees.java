package dev.faultlab.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies, weighs and deletes folders. */
public final class Trees {
  private Trees() {}

  /** Copies a folder with its file modes; leaves an empty one when {@code from} is not there. */
  public static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to);
      if (!Files.isDirectory(from)) {
        return;
      }
      for (Path source : list(from)) {
        Path target = to.resolve(from.relativize(source).toString());
        if (Files.isDirectory(source)) {
          Files.createDirectories(target);
        } else {
          Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
    }
  }

  /** Bytes of all files in a folder, or of a single file. */
  public static long size(Path path) {
    try {
      long bytes = 0;
      for (Path file : list(path)) {
        bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  /**
   * Deletes a folder with all that is in it, or a single file; what is not there is deleted
   * already.
   */
  public static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      for (Path path : list(directory).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.toList();
    }
  }
}
