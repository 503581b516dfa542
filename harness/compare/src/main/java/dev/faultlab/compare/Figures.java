package dev.faultlab.compare;

import dev.faultlab.fact.Observation;
import dev.faultlab.point.Point;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Named values of one point over its trials. */
public final class Figures {
  private static final int LIMIT = 6;
  private static final int MIN_TRIALS = 2;

  private final Map<Id, Values> values = new LinkedHashMap<>();

  /**
   * Which figure.
   *
   * @param source what read it: a signature, or the capture
   */
  public record Id(String source, String name) {}

  /** The values of one figure: a range of numbers, or all words that were seen. */
  private static final class Values {
    private final String title;
    private final Set<String> words = new TreeSet<>();
    private final Set<Integer> trials = new TreeSet<>();
    private final DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    private boolean numeric = true;

    Values(String title) {
      this.title = title;
    }

    private void add(int trial, Object value) {
      trials.add(trial);
      words.add(String.valueOf(value));
      if (value instanceof Number number) {
        range.accept(number.doubleValue());
      } else {
        numeric = false;
      }
    }

    /** The distance between its values; infinite for different words. */
    double spread() {
      return numeric
          ? range.getMax() - range.getMin()
          : words.size() > 1 ? Double.POSITIVE_INFINITY : 0;
    }

    /** The distance between the two; negative if they touch, infinite for different words. */
    double gap(Values other) {
      if (numeric && other.numeric) {
        return Math.max(
            other.range.getMin() - range.getMax(), range.getMin() - other.range.getMax());
      }
      return words.equals(other.words) ? -1 : Double.POSITIVE_INFINITY;
    }

    String shown() {
      if (numeric) {
        String from = Numbers.show(range.getMin());
        String to = Numbers.show(range.getMax());
        return from.equals(to) ? from : from + " to " + to;
      }
      String first = String.join(", ", words.stream().limit(LIMIT).toList());
      return words.size() > LIMIT ? first + " and " + (words.size() - LIMIT) + " more" : first;
    }
  }

  /** The facts that signatures decided by at a point. */
  public static Figures facts(RunResult run, Point point) {
    Figures figures = new Figures();
    for (Outcome outcome : run.outcomes(point)) {
      int trial = 0;
      for (Observation seen : outcome.observations()) {
        int number = trial++;
        seen.facts()
            .forEach(
                f -> figures.add(number, new Id(outcome.signature(), f.id()), f.name(), f.value()));
      }
    }
    return figures;
  }

  /** A figure that differs, with its values or their range on both sides. */
  public record ChangedFigure(Id id, String title, String before, String after) {}

  /** How much each figure varies between the trials of any one of these points. */
  public static Map<Id, Double> spreads(List<Figures> points) {
    Map<Id, Double> spreads = new HashMap<>();
    points.forEach(p -> p.values.forEach((id, v) -> spreads.merge(id, v.spread(), Math::max)));
    return spreads;
  }

  /**
   * The figures that changed: the two sides are further apart than the figure varies, and every
   * trial of both sides, at least two each, has it.
   */
  public List<ChangedFigure> changed(Figures after, Map<Id, Double> spreads) {
    List<ChangedFigure> changes = new ArrayList<>();
    values.forEach(
        (id, old) -> {
          Values now = after.values.get(id);
          if (now != null
              && everyTrial(old)
              && after.everyTrial(now)
              && old.gap(now) > spreads.getOrDefault(id, 0.0)) {
            changes.add(new ChangedFigure(id, now.title, old.shown(), now.shown()));
          }
        });
    return changes;
  }

  private boolean everyTrial(Values figure) {
    int max = values.values().stream().mapToInt(each -> each.trials.size()).max().orElse(0);
    return figure.trials.size() >= MIN_TRIALS && figure.trials.size() == max;
  }

  /** A figure of a trial, which may have several values. */
  public void add(int trial, Id id, String title, Object value) {
    values.computeIfAbsent(id, i -> new Values(title)).add(trial, value);
  }
}
