package dev.faultlab.compare;

import dev.faultlab.compare.Figures.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure on two sides: its value, the values seen, or their range. It has no verdict.
 *
 * @param point for people
 * @param id of the figure; for a fact {@code signature/fact}
 * @param figure its name for people
 * @param change {@link Change#CHANGED} or {@link Change#SAME}
 */
public record FigureChange(
    String point, String id, String figure, String before, String after, Change change) {
  private static final int LEAST_TRIALS = 2;

  public boolean changed() {
    return change == Change.CHANGED;
  }

  /** Compares figures at points whose noise is known. */
  public static final class Comparison {
    private final Map<String, Double> spreads = new HashMap<>();

    /**
     * @param points from which the noise is estimated: how much a figure varies between trials of
     *     one point
     */
    public Comparison(List<Figures> points) {
      for (Figures point : points) {
        point.values().forEach((id, values) -> spreads.merge(id, values.spread(), Math::max));
      }
    }

    /**
     * All figures that both sides have. A figure counts as changed if the two sides are further
     * apart than it varies between the trials of any one point, and if every trial of both sides,
     * at least two each, has it. A difference within the noise is not listed.
     */
    public List<FigureChange> of(String point, Figures before, Figures after) {
      List<FigureChange> changes = new ArrayList<>();
      before
          .values()
          .forEach(
              (id, old) -> {
                Values now = after.values().get(id);
                if (now != null) {
                  boolean each = everyTrial(old, before) && everyTrial(now, after);
                  Change change =
                      each && old.gap(now) > spreads.getOrDefault(id, 0.0)
                          ? Change.CHANGED
                          : Change.SAME;
                  changes.add(
                      new FigureChange(point, id, now.title, old.shown(), now.shown(), change));
                }
              });
      return changes;
    }

    private static boolean everyTrial(Values values, Figures of) {
      return values.trials() >= LEAST_TRIALS && values.trials() == of.trials();
    }
  }
}
