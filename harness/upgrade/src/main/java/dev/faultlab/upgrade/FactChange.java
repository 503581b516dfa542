package dev.faultlab.upgrade;

import dev.faultlab.compare.Figures;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A fact that differs at a candidate in every trial; it has no verdict.
 *
 * @param candidate index of the candidate
 * @param place variant with its settings beside the components
 * @param signature that read it, by its id
 * @param fact id
 * @param title of the fact, in the words of the lab
 * @param before what it was
 * @param after value at the candidate
 */
public record FactChange(
    int candidate,
    Point place,
    String signature,
    String fact,
    String title,
    String before,
    String after) {

  /** The changed facts of the signatures. */
  public static List<FactChange> all(List<Pairing> pairings, RunResult before, RunResult after) {
    return between(
        pairings,
        Stream.of(before, after)
            .distinct()
            .flatMap(run -> run.measured().stream().map(point -> Figures.facts(run, point)))
            .toList(),
        point -> Figures.facts(before, point),
        point -> Figures.facts(after, point));
  }

  /**
   * The changed figures.
   *
   * @param points from which the noise is estimated
   */
  public static List<FactChange> between(
      List<Pairing> pairings,
      List<Figures> points,
      Function<Point, Figures> before,
      Function<Point, Figures> after) {
    Map<Figures.Id, Double> spreads = Figures.spreads(points);
    List<FactChange> changes = new ArrayList<>();
    for (Pairing pairing : pairings) {
      for (int i = 0; i < pairing.after().size(); i++) {
        if (pairing.compares(i)) {
          int candidate = i;
          Figures old = before.apply(pairing.before().orElseThrow());
          Figures now = after.apply(pairing.after().get(i).orElseThrow());
          old.changed(now, spreads).forEach(c -> changes.add(of(candidate, pairing.place(), c)));
        }
      }
    }
    return changes;
  }

  private static FactChange of(int candidate, Point place, Figures.ChangedFigure change) {
    Figures.Id id = change.id();
    return new FactChange(
        candidate, place, id.source(), id.name(), change.title(), change.before(), change.after());
  }
}
