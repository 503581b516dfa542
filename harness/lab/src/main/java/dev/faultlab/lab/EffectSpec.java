package dev.faultlab.lab;

import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the fault costs: the ratio of a metric between faulty points and their controls.
 *
 * @param metric id of the metric
 * @param fault points in the numerator of the ratio
 * @param controls points in the denominator, one ratio each; they have the faulty point's value on
 *     every axis that neither side names
 * @param minForm the shortest form that measures it; the short form measures only its first faulty
 *     point and that point's first control
 */
public record EffectSpec(String metric, Selector fault, List<Selector> controls, RunForm minForm) {

  /** Each faulty element with each that it is compared with. */
  public <T> Stream<List<T>> pairs(List<T> elements, Function<T, Point> pointOf) {
    return elements.stream()
        .flatMap(
            faulty ->
                elements.stream()
                    .filter(control -> sets(pointOf.apply(faulty), pointOf.apply(control)))
                    .map(control -> List.of(faulty, control)));
  }

  /** Whether one of the controls selects a point that this faulty point is compared with. */
  public boolean sets(Point faulty, Point control) {
    return controls.stream().anyMatch(side -> sets(faulty, control, side));
  }

  /**
   * Whether a faulty point is compared with a control.
   *
   * @param side one of the controls
   */
  public boolean sets(Point faulty, Point control, Selector side) {
    Set<String> ignoredAxes = new HashSet<>(fault.axes());
    ignoredAxes.addAll(side.axes());
    return fault.matches(faulty)
        && side.matches(control)
        && !control.equals(faulty)
        && faulty.agreesWith(control, ignoredAxes);
  }
}
