package dev.faultlab.compare;

import dev.faultlab.point.Point;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Named values of one point over its trials. */
public final class Figures {
  private static final int SHOWN = 6;
  private static final int LEAST_TRIALS = 2;

  private final Map<String, Values> values = new LinkedHashMap<>();

  /** The values of one figure: a range of numbers, or all words that were seen. */
  private static final class Values {
    private final String title;
    private final Set<String> words = new TreeSet<>();
    private final Set<Integer> trials = new TreeSet<>();
    private boolean numeric = true;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    Values(String title) {
      this.title = title;
    }

    private void add(int trial, Object value) {
      trials.add(trial);
      words.add(String.valueOf(value));
      if (value instanceof Number number) {
        low = Math.min(low, number.doubleValue());
        high = Math.max(high, number.doubleValue());
      } else {
        numeric = false;
      }
    }

    int trials() {
      return trials.size();
    }

    /** The distance between its values; infinite for different words. */
    double spread() {
      return numeric ? high - low : words.size() > 1 ? Double.POSITIVE_INFINITY : 0;
    }

    /** The distance between the two; negative if they touch, infinite for different words. */
    double gap(Values other) {
      if (numeric && other.numeric) {
        return Math.max(other.low - high, low - other.high);
      }
      return words.equals(other.words) ? -1 : Double.POSITIVE_INFINITY;
    }

    String shown() {
      if (numeric) {
        String from = Numbers.show(low);
        String to = Numbers.show(high);
        return from.equals(to) ? from : from + " to " + to;
      }
      String first = String.join(", ", words.stream().limit(SHOWN).toList());
      return words.size() > SHOWN ? first + " and " + (words.size() - SHOWN) + " more" : first;
    }
  }

  /** The facts that signatures decided by at a point, by {@code signature/fact}. */
  public static Figures facts(RunResult run, Point point) {
    Figures figures = new Figures();
    for (Outcome outcome : run.outcomes()) {
      if (outcome.point().equals(point)) {
        List<Observation> seen = outcome.observations();
        for (int i = 0; i < seen.size(); i++) {
          int trial = i;
          seen.get(i)
              .facts()
              .forEach(
                  f ->
                      figures.add(
                          trial,
                          outcome.signature() + "/" + f.id(),
                          outcome.signature() + ": " + f.name(),
                          f.value()));
        }
      }
    }
    return figures;
  }

  /** A figure that differs, with its values or their range on both sides. */
  public record Changed(String id, String title, String before, String after) {}

  /** How much each figure varies between the trials of any one of these points. */
  public static Map<String, Double> spreads(List<Figures> points) {
    Map<String, Double> spreads = new HashMap<>();
    points.forEach(p -> p.values.forEach((id, v) -> spreads.merge(id, v.spread(), Math::max)));
    return spreads;
  }

  /**
   * The figures that changed: the two sides are further apart than the figure varies, and every
   * trial of both sides, at least two each, has it.
   */
  public List<Changed> changed(Figures after, Map<String, Double> spreads) {
    List<Changed> all = new ArrayList<>();
    values.forEach(
        (id, old) -> {
          Values now = after.values.get(id);
          if (now != null
              && everyTrial(old)
              && after.everyTrial(now)
              && old.gap(now) > spreads.getOrDefault(id, 0.0)) {
            all.add(new Changed(id, now.title, old.shown(), now.shown()));
          }
        });
    return all;
  }

  private boolean everyTrial(Values of) {
    return of.trials() >= LEAST_TRIALS && of.trials() == trials();
  }

  /** How many figures there are. */
  int size() {
    return values.size();
  }

  /** A figure of a trial, which may have several values. */
  public void add(int trial, String id, String title, Object value) {
    values.computeIfAbsent(id, i -> new Values(title)).add(trial, value);
  }

  private int trials() {
    return values.values().stream().mapToInt(Values::trials).max().orElse(0);
  }
}
