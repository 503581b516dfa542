package dev.faultlab.diff;

import dev.faultlab.lab.BadQuestion;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which points of two runs belong together: those of a variant that agree on every axis. The
 * compared axes are those on which each run has a single, different value, and those that the
 * question names.
 *
 * @param pairs in the order of the first run
 * @param onlyA points of the first run without a counterpart
 * @param onlyB points of the second run without a counterpart
 * @param compared the axes on which the two of a pair may differ
 */
record Pairs(
    List<Projection.Pair> pairs, List<Point> onlyA, List<Point> onlyB, Set<String> compared) {

  /**
   * Pairs the points that the question selects.
   *
   * @throws BadQuestion when it selects no point of a run, or two for one
   */
  static Pairs of(RunResult a, RunResult b, Selector from, Selector to) {
    List<Point> left = selected("--from", from, a);
    List<Point> right = selected("--to", to, b);
    Set<String> compared = new LinkedHashSet<>(from.axes());
    compared.addAll(to.axes());
    Set<String> shared = axes(left);
    shared.retainAll(axes(right));
    for (String axis : shared) {
      Set<Value> before = Projection.values(axis, left);
      Set<Value> after = Projection.values(axis, right);
      if (before.size() == 1 && after.size() == 1 && !before.equals(after)) {
        compared.add(axis);
      }
    }
    List<Projection.Pair> pairs = closest(Projection.pairs(left, right, compared), compared);
    requireUnambiguous(pairs);
    Set<Point> pairedA = pairs.stream().map(Projection.Pair::before).collect(Collectors.toSet());
    Set<Point> pairedB = pairs.stream().map(Projection.Pair::after).collect(Collectors.toSet());
    return new Pairs(
        pairs,
        left.stream().filter(p -> !pairedA.contains(p)).toList(),
        right.stream().filter(p -> !pairedB.contains(p)).toList(),
        compared);
  }

  /** What is compared: the axes with their values on one side, or which run it is. */
  static Map<String, Value> side(Set<String> compared, List<Point> points, String run) {
    Map<String, Value> side = new LinkedHashMap<>();
    for (String axis : compared) {
      String values =
          Projection.values(axis, points).stream()
              .map(Value::toString)
              .collect(Collectors.joining(" or "));
      side.put(axis, Value.of(values.isEmpty() ? "-" : values));
    }
    return side.isEmpty() ? Map.of("run", Value.of(run)) : side;
  }

  /** The axes of points. */
  static Set<String> axes(List<Point> points) {
    return points.stream()
        .flatMap(point -> point.at().keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<Point> selected(String option, Selector selector, RunResult run) {
    List<Point> found = run.measured().stream().filter(selector::matches).toList();
    if (found.isEmpty() && !selector.equals(Selector.any())) {
      String known =
          axes(run.measured()).stream()
              .map(axis -> axis + " " + Projection.values(axis, run.measured()))
              .collect(Collectors.joining(", "));
      throw new BadQuestion(
          "%s: run %s has no point at %s; it has %s"
              .formatted(option, run.runId(), new Point("", selector.at()).settings(), known));
    }
    return found;
  }

  /**
   * Points that have a partner on the same axes are left out: a point without a cure is paired with
   * itself, not with one that has a cure.
   */
  private static List<Projection.Pair> closest(List<Projection.Pair> pairs, Set<String> compared) {
    List<Projection.Pair> exact = pairs.stream().filter(pair -> isExact(pair, compared)).toList();
    Set<Point> before = exact.stream().map(Projection.Pair::before).collect(Collectors.toSet());
    Set<Point> after = exact.stream().map(Projection.Pair::after).collect(Collectors.toSet());
    return pairs.stream()
        .filter(
            pair ->
                isExact(pair, compared)
                    || !before.contains(pair.before()) && !after.contains(pair.after()))
        .toList();
  }

  private static boolean isExact(Projection.Pair pair, Set<String> compared) {
    return pair.before().without(compared).equals(pair.after().without(compared));
  }

  private static void requireUnambiguous(List<Projection.Pair> pairs) {
    for (Projection.Pair one : pairs) {
      for (Projection.Pair other : pairs) {
        boolean isShared = one.before().equals(other.before()) || one.after().equals(other.after());
        if (one != other && isShared) {
          throw new BadQuestion(
              ("%s would be compared with %s, and %s with %s;"
                      + " name the axis on both sides, --from AXIS=VALUE --to AXIS=VALUE")
                  .formatted(
                      one.before().words(),
                      one.after().settings(),
                      other.before().words(),
                      other.after().settings()));
        }
      }
    }
  }
}
