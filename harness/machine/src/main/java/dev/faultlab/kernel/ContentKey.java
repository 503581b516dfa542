package dev.faultlab.kernel;

import dev.faultlab.docker.ImageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Names cached files by what they were made of: the recipes' folder and the request. */
record ContentKey(Path recipes) {
  private static final int HEX_DIGITS = 12;

  /**
   * The key of something made with these recipes.
   *
   * @param files of the recipes' folder that were used; changes to others do not matter
   */
  String of(String content, List<String> files) {
    MessageDigest digest = sha256();
    for (String name : files) {
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      try {
        digest.update(Files.readAllBytes(recipes.resolve(name)));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the kernel recipe " + recipes.resolve(name), e);
      }
    }
    digest.update(content.getBytes(StandardCharsets.UTF_8));
    return digits(digest);
  }

  static String hash(Path file) {
    MessageDigest digest = sha256();
    try {
      digest.update(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new ImageException("no kernel can be read at " + file, e);
    }
    return digits(digest);
  }

  /** A form of the name that a path can hold, for the folder. */
  static String readable(String name) {
    return name.replaceAll("[^A-Za-z0-9.+]+", "-");
  }

  private static String digits(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest()).substring(0, HEX_DIGITS);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
