package dev.faultlab.verdict;

/**
 * An obstacle that makes a run inconclusive as a whole.
 *
 * @param kind of obstacle
 * @param subject the stack, calibration or trial; empty for the run itself
 * @param message one sentence
 */
public record Obstacle(Kind kind, String subject, String message) {

  /** The kinds of obstacle. */
  public enum Kind {
    /** A stack did not start, or was not ready. */
    STACK,
    /** A condition was out of tolerance or could not be measured. */
    CALIBRATION,
    /** The engine went away. */
    ENGINE,
    /** Logs or evidence could not be kept. */
    EVIDENCE,
    /** Evidence exists but cannot be read; judging again may give another verdict. */
    READING,
    /** A shard of the run is missing. */
    SHARD
  }
}
