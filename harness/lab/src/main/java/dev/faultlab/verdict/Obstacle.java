package dev.faultlab.verdict;

import java.util.List;

/**
 * Something that a run met on its way which makes it undecidable as a whole.
 *
 * @param kind what sort of thing
 * @param subject what it happened to: a stack, a calibration, a trial; empty for the run itself
 * @param message one sentence
 */
public record Obstacle(Kind kind, String subject, String message) {

  /** What sort of thing it is. */
  public enum Kind {
    /** A stack did not start, or was not ready. */
    STACK,
    /** A condition was out of tolerance or could not be measured. */
    CALIBRATION,
    /** The engine went away. */
    ENGINE,
    /** Logs or evidence could not be kept. */
    EVIDENCE,
    /** Evidence is there and cannot be read; judging again may come to another end. */
    READING,
    /** A machine's part of the run is missing. */
    SHARD
  }

  /** The sentences. */
  public static List<String> messages(List<Obstacle> obstacles) {
    return obstacles.stream().map(Obstacle::message).toList();
  }
}
