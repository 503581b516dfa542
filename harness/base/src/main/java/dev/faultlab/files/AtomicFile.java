package dev.faultlab.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Writes a file whole or not at all. The text goes to a new file with a random name in the same
 * folder, which then replaces the old file and keeps its permissions. No link is followed.
 */
public final class AtomicFile {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RANDOM_BYTES = 8;

  private AtomicFile() {}

  /** Writes the contents of a file. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a text.
   *
   * @throws RefusedPath when something other than a regular file has that name
   */
  public static void write(Path file, CharSequence text) throws IOException {
    write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes bytes.
   *
   * @throws RefusedPath as above
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    replace(file, out -> out.write(bytes), false);
  }

  /**
   * Writes a text and syncs it to disk, so that it survives a power cut.
   *
   * @throws RefusedPath as above
   */
  public static void writeDurably(Path file, String text) throws IOException {
    replace(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)), true);
  }

  /**
   * Writes to a file that a person named. It may be a link to a file, which stays a link, or a pipe
   * or a device, which cannot be replaced.
   */
  public static void writeNamed(Path file, Content content) throws IOException {
    if (!Files.exists(file)) {
      replace(file, content, false);
    } else if (Files.isRegularFile(file)) {
      replace(file.toRealPath(), content, false);
    } else {
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        content.writeTo(out);
      }
    }
  }

  /** The input that an output file would overwrite: the same file under any name. */
  public static Optional<Path> sameAs(Path output, Collection<Path> inputs) throws IOException {
    for (Path input : inputs) {
      if (Files.exists(output) && Files.exists(input) && Files.isSameFile(output, input)) {
        return Optional.of(input);
      }
    }
    return Optional.empty();
  }

  private static void replace(Path file, Content content, boolean durable) throws IOException {
    Optional<PosixFileAttributes> before = attributes(file);
    Path part = file.resolveSibling("." + random() + ".part");
    part.toFile().deleteOnExit(); // after Ctrl-C
    try (FileChannel channel = FileChannel.open(part, CREATE_NEW, WRITE, NOFOLLOW_LINKS);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
      if (before.isPresent()) {
        Files.setPosixFilePermissions(part, before.get().permissions());
      }
      content.writeTo(out);
      out.flush();
      if (durable) {
        channel.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      if (durable) {
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
          folder.force(true); // the new name
        }
      }
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static Optional<PosixFileAttributes> attributes(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Trees.requireRegular(file);
    return Optional.of(
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
  }

  private static String random() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
