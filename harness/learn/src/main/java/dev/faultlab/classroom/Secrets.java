package dev.faultlab.classroom;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/** Values that cannot be guessed. */
final class Secrets {
  private static final int KEY_BYTES = 16;

  /** Without letters and digits that look alike on a projector. */
  private static final String READABLE = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

  private static final int CODE_LENGTH = 8;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** A key that a browser keeps: 128 bits. */
  static String key() {
    byte[] bytes = new byte[KEY_BYTES];
    RANDOM.nextBytes(bytes);
    return encoded(bytes);
  }

  /**
   * A code that people type: 39 bits. Ten thousand guesses a second for eight hours find it with a
   * chance of one in three thousand.
   */
  static String code() {
    StringBuilder code = new StringBuilder();
    while (code.length() < CODE_LENGTH) {
      code.append(READABLE.charAt(RANDOM.nextInt(READABLE.length())));
    }
    return code.toString();
  }

  /**
   * Text with a seal that only this server can make.
   *
   * @param key known only to the server
   */
  static String sign(String text, String key) {
    return text + "." + encoded(new HmacUtils(HmacAlgorithms.HMAC_SHA_256, key).hmac(text));
  }

  /** Whether {@link #sign} made this with the same key. */
  static boolean isSigned(String given, String key) {
    return given.contains(".") && same(sign(given.split("\\.", 2)[0], key), given);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Compares in constant time, so that timing does not reveal the first difference. */
  static boolean same(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
