package dev.faultlab.classroom;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** What cannot be guessed. */
final class Secrets {
  private static final int KEY_BYTES = 16;

  /** Without letters and digits that look alike on a projector. */
  private static final String READABLE = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

  private static final int CODE_LENGTH = 8;

  private final SecureRandom random = new SecureRandom();

  /** A key that a browser keeps: 128 bits. */
  String key() {
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * A code that people type: 39 bits. At ten thousand guesses a second, which a class's server does
   * not answer, one in three thousand classes of eight hours would lose it.
   */
  String code() {
    StringBuilder code = new StringBuilder();
    while (code.length() < CODE_LENGTH) {
      code.append(READABLE.charAt(random.nextInt(READABLE.length())));
    }
    return code.toString();
  }

  /** Compares in a time that says nothing about where the first difference is. */
  static boolean same(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
