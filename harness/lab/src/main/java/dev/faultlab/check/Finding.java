package dev.faultlab.check;

/** Whether a service has a fault under a condition. */
public enum Finding {
  PRESENT("present"),
  ABSENT("absent"),
  /** The service did not meet the condition, so an absence says nothing. */
  NOT_EXERCISED("not exercised"),
  INCONCLUSIVE("inconclusive");

  private final String words;

  Finding(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }
}
