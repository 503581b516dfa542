package dev.faultlab.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Checks, copies, measures and deletes folders; follows no link. */
public final class Trees {
  private Trees() {}

  /**
   * Rejects a folder that holds anything but folders and regular files. Other programs may write to
   * it at the same time.
   *
   * @throws RefusedPath naming the first such file; also when the folder itself is a link
   */
  public static void requireRegular(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!attributes.isRegularFile()) {
              throw new RefusedPath(
                  String.format(
                      "%s is a %s, expected a regular file or a folder; remove it, or replace it "
                          + "with a copy of the file",
                      file,
                      attributes.isSymbolicLink() ? "symbolic link" : "pipe, socket or device"));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
            if (why instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE; // a file that was just renamed or removed
            }
            throw why;
          }
        });
  }

  /**
   * Copies a folder with its file modes; leaves an empty one when {@code from} does not exist.
   *
   * @throws RefusedPath when anything in it is neither a folder nor a regular file
   */
  public static void copy(Path from, Path to) {
    try {
      requireRegular(from);
      Files.createDirectories(to);
      if (!Files.isDirectory(from)) {
        return;
      }
      for (Path source : list(from)) {
        Path target = to.resolve(from.relativize(source).toString());
        if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(target);
        } else {
          Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
    }
  }

  /** The entries of a folder, sorted; none if it does not exist. */
  public static List<Path> children(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  /** The last change of a file, or of the list of files in a folder. */
  public static Instant modified(Path path) {
    try {
      return Files.getLastModifiedTime(path).toInstant();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the time of " + path, e);
    }
  }

  /**
   * Rejects a folder that would take too much room when copied; a sparse file takes none before.
   *
   * @throws RefusedPath when its files have more bytes than that
   */
  public static void requireAtMost(int gibibytes, Path folder) {
    if (size(folder) > (long) gibibytes << 30) {
      throw new RefusedPath(
          "%s: found more than %d GiB of files, expected at most that; remove the evidence that is"
                  .formatted(folder, gibibytes)
              + " larger, and try again");
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

  /** Deletes a folder with its contents, or a single file; does nothing if it does not exist. */
  public static void delete(Path directory) {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
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
