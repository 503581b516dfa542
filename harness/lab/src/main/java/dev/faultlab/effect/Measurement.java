package dev.faultlab.effect;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;

/**
 * All samples of one metric at one point.
 *
 * @param point where it was measured
 * @param metric id of the metric
 * @param title of the metric
 * @param within the load inside the trial that a value belongs to, e.g. {@code threads} 8; empty
 *     for a plain metric
 * @param unit of samples and estimate
 * @param higherIsBetter which direction is an improvement
 * @param samples one per trial, in the order of the trials
 * @param estimate median and interval
 */
public record Measurement(
    Point point,
    String metric,
    String title,
    Map<String, Value> within,
    String unit,
    boolean higherIsBetter,
    List<Double> samples,
    Estimate estimate) {

  /** The point, with the load inside the trial as one more axis. */
  public Point place() {
    return point.with(within);
  }
}
