package dev.faultlab.classroom;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The only inline script of the pages: it loads again what a browser gave up. As a file of its own
 * it could be given up as well.
 */
final class LoadAgain {
  private static final String PLACE = "<!-- load-again -->";
  private static final String SCRIPT = read();

  /** The script as a source of a content security policy. */
  static final String SOURCE = "'sha256-" + hash() + "'";

  private LoadAgain() {}

  /** A page with the script at its place. */
  static String in(String page) {
    return page.replace(PLACE, "<script>" + SCRIPT + "</script>");
  }

  private static String read() {
    try (InputStream in = LoadAgain.class.getResourceAsStream("/classroom/load-again.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash() {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(SCRIPT.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
