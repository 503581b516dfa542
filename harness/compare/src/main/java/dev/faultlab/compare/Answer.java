package dev.faultlab.compare;

/** Whether something got worse, from one version or run to another, and the exit status for it. */
public enum Answer {
  NOTHING_WORSE(0, "nothing got worse"),
  WORSE(1, "something got worse"),
  CANNOT_TELL(2, "inconclusive");

  private final int exitStatus;
  private final String words;

  Answer(int exitStatus, String words) {
    this.exitStatus = exitStatus;
    this.words = words;
  }

  public int exitStatus() {
    return exitStatus;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** For several: a regression outweighs an inconclusive comparison. */
  public static Answer of(boolean worse, boolean open) {
    return worse ? WORSE : open ? CANNOT_TELL : NOTHING_WORSE;
  }
}
