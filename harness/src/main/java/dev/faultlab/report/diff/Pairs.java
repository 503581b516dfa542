package dev.faultlab.report.diff;

import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which cells of two runs belong together: those with the same id. Where each run has one single
 * value of a matrix axis and they differ (A with jdk 17, B with jdk 25), that axis is what is being
 * compared, and cells pair up without it.
 */
final class Pairs {
  private final List<Pair> pairs = new ArrayList<>();
  private final List<String> alone = new ArrayList<>();
  private final Set<String> compared = new LinkedHashSet<>();

  /**
   * Two cells.
   *
   * @param name for people: the id, or {@code shared-name@jdk=17->25}
   */
  record Pair(String name, String a, String b) {}

  Pairs(RunResult a, RunResult b) {
    Set<String> left = cells(a);
    Set<String> right = cells(b);
    Map<String, Set<String>> leftAxes = axes(left);
    axes(right)
        .forEach(
            (axis, values) -> {
              Set<String> others = leftAxes.getOrDefault(axis, Set.of());
              if (values.size() == 1 && others.size() == 1 && !values.equals(others)) {
                compared.add(axis);
              }
            });
    Set<String> onlyLeft = new LinkedHashSet<>();
    for (String cell : left) {
      Optional<String> other =
          right.stream().filter(o -> reduced(o).equals(reduced(cell))).findFirst();
      if (other.isPresent()) {
        pairs.add(new Pair(name(cell, other.get()), cell, other.get()));
        right.remove(other.get());
      } else {
        onlyLeft.add(cell);
      }
    }
    alone("A", onlyLeft);
    alone("B", right);
  }

  private void alone(String run, Set<String> cells) {
    if (!cells.isEmpty()) {
      alone.add("only in " + run + ": " + String.join(", ", cells));
    }
  }

  List<Pair> pairs() {
    return pairs;
  }

  /** Cells without a counterpart, a sentence per run. */
  List<String> alone() {
    return alone;
  }

  /** Axes that the two runs have different single values of. */
  Set<String> compared() {
    return compared;
  }

  /** Names of all matrix axes of a run, from the ids of its cells. */
  static Set<String> axes(RunResult run) {
    return axes(cells(run)).keySet();
  }

  private static Set<String> cells(RunResult run) {
    Set<String> cells = new LinkedHashSet<>();
    run.outcomes().forEach(o -> cells.add(o.cell()));
    run.measurements().forEach(m -> cells.add(m.cell()));
    return cells;
  }

  private static Map<String, Set<String>> axes(Set<String> cells) {
    Map<String, Set<String>> axes = new LinkedHashMap<>();
    for (String cell : cells) {
      String[] parts = cell.split("@");
      for (int i = 1; i < parts.length; i++) {
        String[] pair = parts[i].split("=", 2);
        axes.computeIfAbsent(pair[0], a -> new LinkedHashSet<>()).add(pair[1]);
      }
    }
    return axes;
  }

  private String reduced(String cell) {
    StringBuilder kept = new StringBuilder();
    for (String part : cell.split("@")) {
      if (!compared.contains(part.split("=")[0]) || kept.length() == 0) {
        kept.append('@').append(part);
      }
    }
    return kept.toString();
  }

  private static String name(String a, String b) {
    String[] left = a.split("@");
    String[] right = b.split("@");
    StringBuilder name = new StringBuilder(left[0]);
    for (int i = 1; i < left.length; i++) {
      name.append('@').append(left[i]);
      if (!left[i].equals(right[i])) {
        name.append("->").append(right[i].substring(right[i].indexOf('=') + 1));
      }
    }
    return name.toString();
  }
}
