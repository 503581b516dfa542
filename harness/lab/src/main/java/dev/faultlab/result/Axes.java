package dev.faultlab.result;

import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which axes a reader must be told about, and their settings in words. */
public final class Axes {
  private Axes() {}

  /** The axes on which some variant of the run has several values. */
  public static Set<String> telling(RunResult result) {
    return telling(result.measured());
  }

  /** The axes on which some variant has several values among the points. */
  public static Set<String> telling(Collection<Point> points) {
    Map<String, List<Point>> variants =
        points.stream().collect(Collectors.groupingBy(Point::variant));
    Set<String> axes = new LinkedHashSet<>();
    variants.values().forEach(all -> axes.addAll(Projection.varying(all)));
    return axes;
  }

  /** The settings of a point on some of its axes: {@code jdk 17, threads 8}. */
  public static String settings(Point point, Set<String> axes) {
    Set<String> others = new LinkedHashSet<>(point.at().keySet());
    others.removeAll(axes);
    return point.without(others).settings();
  }

  /** Values in the form that people type: {@code 17,25}. */
  public static String list(List<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(","));
  }

  /** The load inside a trial, after the name of the metric; empty if there is none. */
  public static String suffix(Map<String, Value> within) {
    return within.isEmpty() ? "" : ", " + new Point("", within).settings();
  }
}
