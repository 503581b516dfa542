package dev.faultlab.cure;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import java.util.List;
import java.util.Set;

/**
 * A cure, with what runs showed of it.
 *
 * @param cure what a person needs to know
 * @param faults signatures on which it is judged
 * @param help what its proofs come to
 * @param proofs one per run, point and signature, in the order of the runs
 * @param prices its metrics, one per run and point
 */
public record Tried(
    Cure cure, Set<String> faults, Help help, List<Proof> proofs, List<Price> prices) {

  static Tried of(Cure cure, Cures cures, List<RunResult> runs) {
    List<Proof> proofs = runs.stream().flatMap(run -> proofs(cure, run).stream()).toList();
    return new Tried(
        cure,
        cures.faults(cure),
        Help.of(proofs),
        proofs,
        runs.stream().flatMap(run -> prices(cure, run).stream()).toList());
  }

  private static List<Proof> proofs(Cure cure, RunResult run) {
    return run.outcomes().stream()
        .filter(outcome -> isAt(cure.id(), outcome.point()))
        .map(
            outcome ->
                Proof.of(
                    outcome,
                    run.outcomes().stream()
                        .filter(o -> o.signature().equals(outcome.signature()))
                        .filter(o -> isWithout(o.point(), outcome.point()))
                        .findFirst()))
        .toList();
  }

  private static List<Price> prices(Cure cure, RunResult run) {
    return run.measurements().stream()
        .filter(m -> cure.price().contains(m.metric()) && isAt(cure.id(), m.point()))
        .map(
            measured ->
                Price.of(
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
