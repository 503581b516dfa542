package dev.faultlab.cure;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import java.util.List;
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
    Cure cure,
    Set<String> faults,
    Effectiveness help,
    List<CureOutcome> proofs,
    List<CureCost> prices) {

  static CureResults of(Cure cure, Cures cures, List<RunResult> runs) {
    List<CureOutcome> proofs = runs.stream().flatMap(run -> proofs(cure, run).stream()).toList();
    return new CureResults(
        cure,
        cures.faults(cure),
        Effectiveness.of(proofs),
        proofs,
        runs.stream().flatMap(run -> prices(cure, run).stream()).toList());
  }

  private static List<CureOutcome> proofs(Cure cure, RunResult run) {
    return run.outcomes().stream()
        .filter(outcome -> isAt(cure.id(), outcome.point()))
        .map(
            outcome ->
                CureOutcome.of(
                    outcome,
                    run.outcomes().stream()
                        .filter(o -> o.signature().equals(outcome.signature()))
                        .filter(o -> isWithout(o.point(), outcome.point()))
                        .findFirst()))
        .toList();
  }

  private static List<CureCost> prices(Cure cure, RunResult run) {
    return run.measurements().stream()
        .filter(m -> cure.price().contains(m.metric()) && isAt(cure.id(), m.point()))
        .map(
            measured ->
                CureCost.of(
                    measured,
                    run.measurements().stream()
                        .filter(m -> m.metric().equals(measured.metric()))
                        .filter(m -> m.within().equals(measured.within()))
                        .filter(m -> isWithout(m.point(), measured.point()))
                        .findFirst()))
        .toList();
  }

  private static boolean isAt(String cure, Point point) {
    return point.on(Cure.AXIS).orElse(Value.NONE).toString().equals(cure);
  }

  private static boolean isWithout(Point candidate, Point point) {
    return isAt(Cure.NONE, candidate)
        && candidate.without(Set.of(Cure.AXIS)).equals(point.without(Set.of(Cure.AXIS)));
  }
}
