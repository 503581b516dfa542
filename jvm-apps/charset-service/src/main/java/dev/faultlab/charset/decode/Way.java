package dev.faultlab.charset.decode;

import java.util.Locale;

/** The two ways to decode that are compared. */
public enum Way {
  /** See {@link ByName}. */
  NAME,
  /** See {@link Kept}. */
  KEPT;

  /**
   * Reads the word used on command lines and in queries.
   *
   * @throws IllegalArgumentException with what was found and what was expected
   */
  public static Way of(String word) {
    for (Way way : values()) {
      if (way.toString().equals(word)) {
        return way;
      }
    }
    throw new IllegalArgumentException("found the way '" + word + "', expected name or kept");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
