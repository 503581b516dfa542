package dev.faultlab.cure;

import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.Cure;
import dev.faultlab.point.Point;
import java.util.Optional;
import java.util.Set;

/**
 * A metric at a point with a cure, beside the same point without it.
 *
 * @param point without the cure; the load inside the trial is part of it
 * @param metric id
 * @param title of the metric
 * @param unit of both estimates
 * @param higherIsBetter which direction is an improvement
 * @param with the cure
 * @param without it, in the same run; empty if not measured
 */
public record CureCost(
    Point point,
    String metric,
    String title,
    String unit,
    boolean higherIsBetter,
    Estimate with,
    Optional<Estimate> without) {

  static CureCost of(Measurement measured, Optional<Measurement> without) {
    return new CureCost(
        measured.place().without(Set.of(Cure.AXIS)),
        measured.metric(),
        measured.title(),
        measured.unit(),
        measured.higherIsBetter(),
        measured.estimate(),
        without.map(Measurement::estimate));
  }
}
