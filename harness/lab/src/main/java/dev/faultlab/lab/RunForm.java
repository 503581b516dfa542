package dev.faultlab.lab;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How much of a lab is run. In files it is the value of {@code quick}. */
public enum RunForm {
  /** Enough for the verdict. */
  SHORT("short"),
  /** Everything that the lab has. */
  FULL("full");

  private final String word;

  RunForm(String word) {
    this.word = word;
  }

  /** The form for the value of quick. */
  @JsonCreator
  public static RunForm of(boolean isShort) {
    return isShort ? SHORT : FULL;
  }

  /** The value of quick. */
  @JsonValue
  public boolean quick() {
    return this == SHORT;
  }

  /**
   * Whether this form includes something.
   *
   * @param minForm the shortest form that includes it
   */
  public boolean has(RunForm minForm) {
    return compareTo(minForm) >= 0;
  }

  /** {@code short} or {@code full}. */
  @Override
  public String toString() {
    return word;
  }
}
