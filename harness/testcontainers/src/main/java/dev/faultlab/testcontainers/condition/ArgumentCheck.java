package dev.faultlab.testcontainers.condition;

import java.time.Duration;

/** Checks what a user has written. Not for users. */
public final class ArgumentCheck {
  private ArgumentCheck() {}

  /**
   * Rejects an invalid value.
   *
   * @param ok whether it is as expected
   * @param expected how it should be
   * @param found what it is
   * @throws IllegalArgumentException when it is not
   */
  public static void require(boolean ok, String expected, Object found) {
    if (!ok) {
      Object words = found instanceof Duration time ? words(time) : found;
      throw new IllegalArgumentException("expected " + expected + ", found \"" + words + "\"");
    }
  }

  private static String words(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
  }
}
