package dev.faultlab.seen;

/** Whether a fault is there. */
public enum State {
  /** The evidence shows it. */
  PRESENT("present"),
  /** What could have shown it does not. */
  ABSENT("absent"),
  /** The service did not meet the condition, so an absence means nothing. */
  NOT_EXERCISED("not exercised"),
  /** Counts contradict each other, something is missing, or a precondition did not hold. */
  UNKNOWN("inconclusive");

  private final String words;

  State(String words) {
    this.words = words;
  }

  /** {@return the state for people} */
  public String words() {
    return words;
  }
}
