package dev.faultlab.lab;

import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Selector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the fault costs: the ratio of a metric between faulty points and their controls.
 *
 * @param metric id of the metric
 * @param fault points on top of the ratio
 * @param controls points below, one ratio each; they have the faulty point's value on every axis
 *     that neither side names
 */
public record EffectSpec(String metric, Selector fault, List<Selector> controls) {

  /** Faulty points (before) and the controls that each is set against (after), in their order. */
  public List<Projection.Pair> pairs(Collection<Point> points) {
    List<Projection.Pair> pairs = new ArrayList<>();
    for (Point faulty : points.stream().filter(fault::matches).toList()) {
      for (Selector side : controls) {
        Set<String> apart = new HashSet<>(fault.axes());
        apart.addAll(side.axes());
        points.stream()
            .filter(side::matches)
            .filter(control -> !control.equals(faulty) && faulty.agreesWith(control, apart))
            .forEach(control -> pairs.add(new Projection.Pair(faulty, control)));
      }
    }
    return pairs;
  }
}
