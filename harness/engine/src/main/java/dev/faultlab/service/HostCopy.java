package dev.faultlab.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A file or folder of the user's that a service may write to. The service gets a copy in its own
 * container, so that nothing of the user's changes, and both versions begin with the same.
 *
 * @param service that mounts it
 * @param source on the host; if there is nothing, the copy is an empty folder, as a mount would be
 * @param target in the container
 * @param others targets of the service's other mounts below this one, which are left out
 */
record HostCopy(String service, Path source, String target, List<String> others) {
  /** A copy is made for each condition and version, and passes through memory. */
  static final long MOST_MEGABYTES = 64;

  private static final int MEGA = 1_000_000;

  /** An empty file takes as much of an archive. */
  private static final int HEADER_BYTES = 512;

  private static final int PERMISSIONS = 07777;

  HostCopy {
    others = List.copyOf(others);
  }

  /** Why it cannot be copied, as the end of a sentence on the service. */
  Optional<String> refusal() {
    long[] bytes = {0};
    try {
      walk(
          (file, name, attributes) -> {
            bytes[0] += attributes.size() + HEADER_BYTES;
            return bytes[0] <= MOST_MEGABYTES * MEGA;
          });
    } catch (UncheckedIOException e) {
      return Optional.of(
          "may write to %s, which cannot be read: %s".formatted(source, e.getMessage()));
    }
    return bytes[0] <= MOST_MEGABYTES * MEGA
        ? Optional.empty()
        : Optional.of(
            "may write to %s, and a check copies at most %d MB; mount it read-only (:ro), or use a named volume, which a check starts empty"
                .formatted(source, MOST_MEGABYTES));
  }

  /** All of it, for the root of a container. Owners and permissions stay; sockets are left out. */
  byte[] archive() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      if (!Files.exists(source)) {
        tar.putArchiveEntry(new TarArchiveEntry(inside("") + "/"));
        tar.closeArchiveEntry();
      }
      walk(
          (file, name, attributes) -> {
            add(tar, file, name, attributes);
            return true;
          });
      tar.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void add(
      TarArchiveOutputStream tar, Path file, String name, BasicFileAttributes attributes) {
    try {
      TarArchiveEntry entry;
      if (attributes.isSymbolicLink()) {
        entry = new TarArchiveEntry(name, TarArchiveEntry.LF_SYMLINK);
        entry.setLinkName(Files.readSymbolicLink(file).toString());
      } else {
        entry = new TarArchiveEntry(attributes.isDirectory() ? name + "/" : name);
        entry.setMode((int) Files.getAttribute(file, "unix:mode") & PERMISSIONS);
      }
      entry.setIds(
          (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS),
          (int) Files.getAttribute(file, "unix:gid", LinkOption.NOFOLLOW_LINKS));
      byte[] content = attributes.isRegularFile() ? Files.readAllBytes(file) : new byte[0];
      entry.setSize(content.length);
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Visit {
    /** Returns whether to go on. */
    boolean to(Path file, String name, BasicFileAttributes attributes);
  }

  private void walk(Visit visit) {
    if (!Files.exists(source)) {
      return;
    }
    try {
      Files.walkFileTree(
          source.toRealPath(),
          new SimpleFileVisitor<>() {
            private final Path root = source.toRealPath();

            private String name(Path file) {
              return inside(root.relativize(file).toString());
            }

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (others.contains("/" + name(folder))) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              return result(visit.to(folder, name(folder), attributes));
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              boolean left = attributes.isOther() || others.contains("/" + name(file));
              return result(left || visit.to(file, name(file), attributes));
            }

            private FileVisitResult result(boolean goesOn) {
              return goesOn ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A path in the archive: without a slash at its ends. */
  private String inside(String relative) {
    String whole = target.replaceAll("^/+|/+$", "");
    return relative.isEmpty() ? whole : whole + "/" + relative;
  }
}
