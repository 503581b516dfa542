package dev.faultlab.diff;

import dev.faultlab.diff.RunDiff.FigureChange;
import dev.faultlab.fact.Fact;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The facts that signatures decided by, joined by their ids, over all trials of a point. They stand
 * in the result, so a run without its evidence has them too.
 */
final class FactFigures {
  private FactFigures() {}

  static List<FigureChange> compare(List<Pairs.Pair> pairs, RunResult a, RunResult b) {
    List<FigureChange> changes = new ArrayList<>();
    for (Pairs.Pair pair : pairs) {
      Map<String, String> names = new LinkedHashMap<>();
      Figures before = read(a, pair.a(), names);
      Figures after = read(b, pair.b(), names);
      changes.addAll(before.changes(pair.name(), after, names));
    }
    return changes;
  }

  private static Figures read(RunResult run, Point point, Map<String, String> names) {
    Figures figures = new Figures();
    for (Outcome outcome : run.outcomes()) {
      if (outcome.point().equals(point)) {
        outcome
            .observations()
            .forEach(o -> o.facts().forEach(f -> add(figures, outcome.signature(), f, names)));
      }
    }
    return figures;
  }

  private static void add(
      Figures figures, String signature, Fact<?> fact, Map<String, String> names) {
    String id = signature + "/" + fact.id();
    names.put(id, signature + ": " + fact.name());
    if (fact.value() instanceof Number number) {
      figures.number(id, number.doubleValue());
    } else {
      figures.text(id, String.valueOf(fact.value()));
    }
  }
}
