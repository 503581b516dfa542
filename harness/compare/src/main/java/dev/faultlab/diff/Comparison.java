package dev.faultlab.diff;

import dev.faultlab.point.Selector;

/**
 * What is asked of two runs.
 *
 * @param threshold relative change below which a metric counts as the same, e.g. 0.1
 * @param metrics what they have to say in the answer
 * @param from which points of the first run
 * @param to which points of the second run
 */
public record Comparison(double threshold, Metrics metrics, Selector from, Selector to) {

  /** What metrics have to say in the answer. */
  public enum Metrics {
    /** They are shown. */
    SHOWN,
    /** Those that are conclusive decide; the others are a note. */
    DECIDE,
    /** They decide, and one that is inconclusive leaves the answer open. */
    REQUIRED
  }

  /** All points, and metrics decide where they can. */
  public static Comparison usual(double threshold) {
    return new Comparison(threshold, Metrics.DECIDE, Selector.any(), Selector.any());
  }
}
