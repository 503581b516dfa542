package dev.faultlab.seen;

/** What became of a client's requests while it met a condition: harm and recovery. */
public enum Course {
  /** It did not do what the condition harms, and all its requests were answered. */
  AVOIDS("avoids"),
  /** It did, and all its requests were answered all the same. */
  HEALS("heals"),
  /** Some requests failed or hung, then two rounds were answered and nothing was open. */
  FAILS_ONCE("fails once"),
  /** Time ran out before that. */
  STAYS_BROKEN("stays broken");

  private final String words;

  Course(String words) {
    this.words = words;
  }

  /** {@return the course for people} */
  public String words() {
    return words;
  }

  /** {@return whether requests were harmed} */
  public boolean harmed() {
    return this == FAILS_ONCE || this == STAYS_BROKEN;
  }
}
