package dev.faultlab.report;

import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What every point really ran on, as the running components said it of themselves.
 *
 * @param components what was asked, e.g. {@code jdk}; a column each
 * @param rows one per stack
 */
public record WhatRan(List<String> components, List<Row> rows) {

  /**
   * One stack.
   *
   * @param said one per component; empty where this stack did not say
   * @param points names of the points that ran on it
   * @param failure why it did not start
   */
  public record Row(
      String stack, List<String> said, List<String> points, Optional<String> failure) {}

  /** Of a run; no rows where nothing was asked and every stack started. */
  public static WhatRan of(RunResult result) {
    Set<String> components = new LinkedHashSet<>();
    result.stacks().forEach(stack -> components.addAll(stack.ran().keySet()));
    List<Row> rows = new ArrayList<>();
    for (StackResult stack : result.stacks()) {
      List<String> points =
          result.measured().stream()
              .filter(point -> runsOn(result, point, stack))
              .map(result::name)
              .toList();
      if (!components.isEmpty() || stack.failure().isPresent()) {
        List<String> said =
            components.stream().map(c -> stack.ran().getOrDefault(c, "").strip()).toList();
        rows.add(new Row(stack.name(), said, points, stack.failure()));
      }
    }
    return new WhatRan(List.copyOf(components), List.copyOf(rows));
  }

  private static boolean runsOn(RunResult result, Point point, StackResult stack) {
    return result.stackOf(point).filter(stack::equals).isPresent();
  }
}
