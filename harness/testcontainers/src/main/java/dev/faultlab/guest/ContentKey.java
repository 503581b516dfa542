package dev.faultlab.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Names cached files by what they were made of: the recipes and the request.
 *
 * @param recipes the bytes of a recipe, by its path below {@code kernel-images/}
 */
public record ContentKey(Function<String, byte[]> recipes) {
  private static final int HEX_DIGITS = 12;

  /** A key that reads the recipes from a folder. */
  public static ContentKey of(Path recipes) {
    return new ContentKey(
        name -> {
          try {
            return Files.readAllBytes(recipes.resolve(name));
          } catch (IOException e) {
            throw new UncheckedIOException(
                "cannot read the kernel recipe " + recipes.resolve(name), e);
          }
        });
  }

  /**
   * The key of something made with these recipes.
   *
   * @param files the recipes that were used; changes to others do not matter
   */
  public String of(String content, List<String> files) {
    MessageDigest digest = DigestUtils.getSha256Digest();
    for (String name : files) {
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update(recipes.apply(name));
    }
    return digits(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * The key of one file.
   *
   * @throws UncheckedIOException when it cannot be read
   */
  public static String hash(Path file) {
    try {
      return digits(DigestUtils.sha256(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException("no kernel can be read at " + file, e);
    }
  }

  /** A form of the name that a path can hold, for the folder. */
  public static String readable(String name) {
    return name.replaceAll("[^A-Za-z0-9.+]+", "-");
  }

  private static String digits(byte[] digest) {
    return HexFormat.of().formatHex(digest).substring(0, HEX_DIGITS);
  }
}
