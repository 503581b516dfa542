package dev.faultlab.cure;

import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cure, with the evidence of runs.
 *
 * @param cure its description
 * @param faults signatures that judge it
 * @param help summary of its proofs
 * @param proofs one per run, point and signature, in the order of the runs
 * @param prices its metrics, one per run and point
 */
public record CureResults(
    Cure cure, Set<String> faults, Effectiveness help, List<Proof> proofs, List<Price> prices) {

  /**
   * What one run found at a point with the cure, and at the same point without it.
   *
   * @param without empty if that was not run
   */
  public record Proof(Outcome with, Optional<Outcome> without) {}

  /** A metric with and without the cure. */
  public record Price(Measurement with, Optional<Measurement> without) {
    /** Whether the intervals of the two sides are more than 10 % apart. */
    public boolean differs() {
      Estimate here = with.estimate();
      return without
          .map(Measurement::estimate)
          .filter(there -> there.low() > 1.1 * here.high() || 1.1 * there.high() < here.low())
          .isPresent();
    }
  }

  static CureResults of(Cure cure, Cures cures, List<RunResult> runs) {
    List<Proof> proofs = new ArrayList<>();
    List<Price> prices = new ArrayList<>();
    for (RunResult run : runs) {
      for (Outcome with : run.outcomes()) {
        if (isAt(cure.id(), with.point())) {
          proofs.add(
              new Proof(
                  with,
                  run.outcomes().stream()
                      .filter(o -> o.signature().equals(with.signature()))
                      .filter(o -> isWithout(o.point(), with.point()))
                      .findFirst()));
        }
      }
      for (Measurement with : run.measurements()) {
        if (cure.price().contains(with.metric()) && isAt(cure.id(), with.point())) {
          prices.add(
              new Price(
                  with,
                  run.measurements().stream()
                      .filter(m -> m.metric().equals(with.metric()))
                      .filter(m -> m.within().equals(with.within()))
                      .filter(m -> isWithout(m.point(), with.point()))
                      .findFirst()));
        }
      }
    }
    return new CureResults(cure, cures.faults(cure), Effectiveness.of(proofs), proofs, prices);
  }

  private static boolean isAt(String cure, Point point) {
    return point.on(Cure.AXIS).orElse(Value.NONE).toString().equals(cure);
  }

  private static boolean isWithout(Point candidate, Point point) {
    return isAt(Cure.NONE, candidate)
        && candidate.without(Set.of(Cure.AXIS)).equals(point.without(Set.of(Cure.AXIS)));
  }
}
