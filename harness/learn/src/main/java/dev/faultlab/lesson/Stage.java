package dev.faultlab.lesson;

/** The parts of a lesson, in order; the run is between predict and explain. */
public enum Stage {
  /** The published incident. */
  INCIDENT,
  /** Questions that the run will answer. */
  PREDICT,
  /** The answers, one by one. */
  EXPLAIN,
  /** A fault to fix, with {@code ./faultlab repair check}. */
  REPAIR,
  /** Questions on a case that was not shown. */
  TRANSFER
}
