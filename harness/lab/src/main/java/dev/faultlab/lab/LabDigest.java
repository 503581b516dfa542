package dev.faultlab.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** Tells whether a lab has changed. */
public final class LabDigest {
  /** Entry of a run's provenance with {@link #brief}. */
  public static final String ENTRY = "declaration";

  /** Digits of a digest that only tells states apart. */
  private static final int DIGITS = 12;

  private LabDigest() {}

  /** The beginning of the digest, for people. */
  public static String brief(Path folder) {
    return "SHA-256 " + of(folder).substring(0, DIGITS);
  }

  /** SHA-256 of a lab's files and their names, without its page and its kept trials. */
  public static String of(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      MessageDigest digest = DigestUtils.getSha256Digest();
      List<Path> files =
          all.filter(Files::isRegularFile)
              .filter(file -> !folder.relativize(file).startsWith("evidence"))
              .filter(file -> !file.endsWith("README.md"))
              .sorted()
              .toList();
      for (Path file : files) {
        digest.update(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(Files.readAllBytes(file));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException("lab folder " + folder + " cannot be read", e);
    }
  }
}
