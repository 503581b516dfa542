package dev.faultlab.service;

import dev.faultlab.stack.StackException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A file or folder of the user's that a service may write to. The service gets a copy in its own
 * container, so that nothing of the user's changes, and both versions begin with the same.
 *
 * @param service that mounts it
 * @param source on the host, without links; if there is nothing, the copy is an empty folder, as a
 *     mount would be
 * @param target in the container
 * @param others targets of the service's other mounts below this one, which are left out
 */
record HostCopy(String service, Path source, String target, List<String> others) {
  /** A copy is made for each condition and version, and passes through memory. */
  static final long MAX_MEGABYTES = 64;

  private static final int MEGA = 1_000_000;

  /** An empty file takes as much of an archive. */
  private static final int HEADER_BYTES = 512;

  private static final int PERMISSIONS = 07777;

  /** Why it cannot be copied, as the end of a sentence on the service. */
  Optional<String> refusal() {
    long remainingBytes = MAX_MEGABYTES * MEGA;
    try (Stream<Path> files = files()) {
      for (Iterator<Path> items = files.iterator(); remainingBytes >= 0 && items.hasNext(); ) {
        Path file = items.next();
        BasicFileAttributes attributes = attributes(file);
        remainingBytes -= attributes.size() + HEADER_BYTES;
        if (attributes.isRegularFile() && !Files.isReadable(file)) {
          throw new AccessDeniedException(file.toString());
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return Optional.of("may write to " + source + HostPath.UNREADABLE.formatted(e.getMessage()));
    }
    return remainingBytes >= 0
        ? Optional.empty()
        : Optional.of(
            "may write to %s, and a check copies at most %d MB; mount it read-only (:ro), or use a named volume, which a check starts empty"
                .formatted(source, MAX_MEGABYTES));
  }

  /**
   * An archive for the root of a container. Owners and permissions stay; sockets are left out.
   *
   * @param replacements these files only, with such contents; empty for all of them as they are
   */
  byte[] archive(Map<Path, byte[]> replacements) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes);
        Stream<Path> files = files()) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      if (!Files.exists(source)) {
        tar.putArchiveEntry(new TarArchiveEntry(archivePath("") + "/"));
        tar.closeArchiveEntry();
      }
      for (Path file : files.toList()) {
        // The project may run, and delete files meanwhile
        if ((replacements.isEmpty() || replacements.containsKey(file))
            && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          add(tar, file, replacements.get(file));
        }
      }
      tar.finish();
    } catch (IOException | UncheckedIOException e) {
      throw new StackException(source + " cannot be copied: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  private void add(TarArchiveOutputStream tar, Path file, byte[] replacement) throws IOException {
    BasicFileAttributes attributes = attributes(file);
    TarArchiveEntry entry;
    if (attributes.isSymbolicLink()) {
      entry = new TarArchiveEntry(name(file), TarArchiveEntry.LF_SYMLINK);
      entry.setLinkName(Files.readSymbolicLink(file).toString());
    } else {
      entry = new TarArchiveEntry(name(file) + (attributes.isDirectory() ? "/" : ""));
      entry.setMode((int) Files.getAttribute(file, "unix:mode") & PERMISSIONS);
    }
    entry.setIds(
        (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS),
        (int) Files.getAttribute(file, "unix:gid", LinkOption.NOFOLLOW_LINKS));
    byte[] content = attributes.isRegularFile() ? Files.readAllBytes(file) : new byte[0];
    content = replacement == null ? content : replacement;
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  /** Each file after its folder, without sockets and without what other mounts cover. */
  private Stream<Path> files() throws IOException {
    Path top = Path.of("/" + archivePath(""));
    List<Path> covered =
        others.stream().map(Path::of).filter(o -> o.startsWith(top) && !o.equals(top)).toList();
    return Files.exists(source)
        ? Files.walk(source)
            .filter(file -> covered.stream().noneMatch(Path.of("/" + name(file))::startsWith))
            .filter(file -> !attributes(file).isOther())
        : Stream.empty();
  }

  private static BasicFileAttributes attributes(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String name(Path file) {
    return archivePath(source.relativize(file).toString());
  }

  /** A path in the archive: without a slash at its ends. */
  private String archivePath(String relative) {
    String whole = target.replaceAll("^/+|/+$", "");
    return relative.isEmpty() ? whole : whole + "/" + relative;
  }
}
