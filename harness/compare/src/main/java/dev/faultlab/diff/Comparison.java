package dev.faultlab.diff;

import dev.faultlab.point.Selector;

/**
 * The question to two runs.
 *
 * @param threshold relative change below which a metric counts as the same, e.g. 0.1
 * @param metrics their role in the answer
 * @param from which points of the first run
 * @param to which points of the second run
 */
public record Comparison(double threshold, Metrics metrics, Selector from, Selector to) {

  /** The role of metrics in the answer. */
  public enum Metrics {
    /** They are shown. */
    SHOWN,
    /** Conclusive metrics decide; the others become a note. */
    DECIDE,
    /** They decide, and an inconclusive one makes the answer inconclusive. */
    REQUIRED
  }

  /** All points, and metrics decide if they can. */
  public static Comparison usual(double threshold) {
    return new Comparison(threshold, Metrics.DECIDE, Selector.any(), Selector.any());
  }
}
