package dev.faultlab.lesson;

import java.util.Locale;

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
  TRANSFER;

  /** A constant as lesson.yaml and pages have it. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
