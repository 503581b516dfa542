package dev.faultlab.lesson;

/** The parts of a lesson, in their order; between predict and explain lies the run. */
public enum Stage {
  /** What was published of the incident. */
  INCIDENT,
  /** Questions that the run will answer. */
  PREDICT,
  /** The answers, one by one. */
  EXPLAIN,
  /** A fault to be mended under the eyes of {@code ./faultlab repair check}. */
  REPAIR,
  /** Questions on a case that was not shown. */
  TRANSFER
}
