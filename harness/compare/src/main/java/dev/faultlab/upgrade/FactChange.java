package dev.faultlab.upgrade;

import dev.faultlab.compare.Figures;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /** Reads the figures of a point. */
  public interface Reading {
    Figures of(Point point) throws IOException;
  }

  /** The changed facts of the signatures. */
  public static List<FactChange> in(List<Pairing> pairings, RunResult before, RunResult after) {
    try {
      return in(
          pairings,
          Stream.of(before, after)
              .distinct()
              .flatMap(run -> run.measured().stream().map(point -> Figures.facts(run, point)))
              .toList(),
          point -> Figures.facts(before, point),
          point -> Figures.facts(after, point));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The changed figures.
   *
   * @param points from which the noise is estimated
   */
  public static List<FactChange> in(
      List<Pairing> pairings, List<Figures> points, Reading before, Reading after)
      throws IOException {
    Map<String, Double> spreads = Figures.spreads(points);
    List<FactChange> all = new ArrayList<>();
    for (Pairing pairing : pairings) {
      for (int i = 0; i < pairing.after().size(); i++) {
        if (pairing.compares(i)) {
          Figures old = before.of(pairing.before().orElseThrow());
          Figures now = after.of(pairing.after().get(i).orElseThrow());
          for (Figures.Changed change : old.changed(now, spreads)) {
            all.add(of(i, pairing.place(), change));
          }
        }
      }
    }
    return all;
  }

  private static FactChange of(int candidate, Point place, Figures.Changed change) {
    int slash = change.id().indexOf('/');
    String signature = change.id().substring(0, slash);
    return new FactChange(
        candidate,
        place,
        signature,
        change.id().substring(slash + 1),
        change.title().substring(signature.length() + 2),
        change.before(),
        change.after());
  }
}
