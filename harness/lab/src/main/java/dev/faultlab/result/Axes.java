package dev.faultlab.result;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Values of axes, and the load inside a trial, in words. */
public final class Axes {
  private Axes() {}

  /** Values in the form that people type: {@code 17,25}. */
  public static String list(List<Value> values) {
    return values.stream().map(Value::toString).collect(Collectors.joining(","));
  }

  /** The load inside a trial, after the name of the metric; empty if there is none. */
  public static String suffix(Map<String, Value> within) {
    return within.isEmpty() ? "" : ", " + new Point("", within).settings();
  }
}
