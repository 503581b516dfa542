package dev.faultlab.testcontainers.condition;

/** Checks what a user has written. Not for users. */
public final class ArgumentCheck {
  private ArgumentCheck() {}

  /**
   * Refuses a value.
   *
   * @param ok whether it is as expected
   * @param expected how it should be
   * @param found what it is
   * @throws IllegalArgumentException when it is not
   */
  public static void require(boolean ok, String expected, Object found) {
    if (!ok) {
      throw new IllegalArgumentException("expected " + expected + ", found \"" + found + "\"");
    }
  }
}
