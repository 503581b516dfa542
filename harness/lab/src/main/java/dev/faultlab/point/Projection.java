package dev.faultlab.point;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Points side by side: what they have on an axis, and which belong together. */
public final class Projection {

  private Projection() {}

  /** Two points that are compared. */
  public record Pair(Point before, Point after) {}

  /** The values that points have on an axis, in order. */
  public static Set<Value> values(String axis, Collection<Point> points) {
    Set<Value> values = new TreeSet<>();
    points.forEach(point -> point.on(axis).ifPresent(values::add));
    return values;
  }

  /** The axes on which the points differ, in order of appearance. */
  public static Set<String> varying(Collection<Point> points) {
    Set<String> axes = new LinkedHashSet<>();
    points.forEach(point -> axes.addAll(point.at().keySet()));
    axes.removeIf(axis -> values(axis, points).size() < 2);
    return axes;
  }

  /** The pairs of points of the same variant that agree on every common axis except those. */
  public static List<Pair> pairs(
      Collection<Point> before, Collection<Point> after, Set<String> ignoredAxes) {
    List<Pair> pairs = new ArrayList<>();
    for (Point one : before) {
      for (Point two : after) {
        if (one.variant().equals(two.variant()) && one.agreesWith(two, ignoredAxes)) {
          pairs.add(new Pair(one, two));
        }
      }
    }
    return pairs;
  }
}
