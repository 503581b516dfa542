package dev.faultlab.effect;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.Map;
import java.util.Optional;

/**
 * The ratio of a metric between a faulty point and a control.
 *
 * @param metric id of the metric
 * @param within the load inside the trial that a value belongs to; empty for a plain metric
 * @param fault numerator
 * @param control denominator
 * @param faultMedian with interval
 * @param controlMedian with interval
 * @param ratio of the medians, fault / control, with a bootstrap interval; empty where it is
 *     undefined
 * @param p two-sided Mann-Whitney U
 * @param distinguishable at least 5 samples a side, p < 0.05 and 1 outside the interval (where
 *     there is a ratio); otherwise reports print {@code ~} and claim nothing
 */
public record Effect(
    String metric,
    Map<String, Value> within,
    Point fault,
    Point control,
    Estimate faultMedian,
    Estimate controlMedian,
    Optional<Estimate> ratio,
    double p,
    boolean distinguishable) {

  /** With fewer samples a side, nothing is claimed. */
  public static final int MINIMUM_SAMPLES = 5;

  /**
   * Whether the medians differ by more than a factor, over the whole interval of the ratio. Without
   * a ratio there is no interval, and the medians alone decide; zero differs from any other value
   * by more than every factor.
   *
   * @param factor at least 1
   */
  public boolean exceeds(double factor) {
    return ratio
        .map(r -> r.low() > factor || r.high() < 1 / factor)
        .orElseGet(() -> mediansBeyond(factor));
  }

  /**
   * The smallest change that these samples could have shown to be beyond a factor: the ratio whose
   * interval, if it is as wide as this one, begins there. Empty if there is no ratio to scale.
   */
  public Optional<Double> visible(double factor) {
    return ratio.filter(r -> r.low() > 0).map(r -> factor * r.median() / r.low());
  }

  private boolean mediansBeyond(double factor) {
    double low = Math.min(faultMedian.median(), controlMedian.median());
    double high = Math.max(faultMedian.median(), controlMedian.median());
    return low != high && (low <= 0 || high / low > factor);
  }
}
