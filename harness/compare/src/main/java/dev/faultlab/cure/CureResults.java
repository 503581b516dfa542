package dev.faultlab.cure;

import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Cures;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

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
    List<Beside<Outcome>> proofs,
    List<Beside<Measurement>> prices) {

  /**
   * What one run found at a point with the cure, and at the same point without it.
   *
   * @param without empty if that was not run
   */
  public record Beside<T>(T with, Optional<T> without) {}

  static CureResults of(Cure cure, Cures cures, List<RunResult> runs) {
    List<Beside<Outcome>> proofs =
        runs.stream()
            .flatMap(
                run ->
                    beside(cure, run.outcomes(), Outcome::point, CureResults::sameFault).stream())
            .toList();
    List<Beside<Measurement>> prices =
        runs.stream()
            .flatMap(
                run ->
                    beside(cure, run.measurements(), Measurement::point, CureResults::sameMetric)
                        .stream())
            .filter(price -> cure.price().contains(price.with().metric()))
            .toList();
    return new CureResults(cure, cures.faults(cure), Effectiveness.of(proofs), proofs, prices);
  }

  private static boolean sameFault(Outcome one, Outcome other) {
    return one.signature().equals(other.signature());
  }

  private static boolean sameMetric(Measurement one, Measurement other) {
    return one.metric().equals(other.metric()) && one.within().equals(other.within());
  }

  private static <T> List<Beside<T>> beside(
      Cure cure, List<T> found, Function<T, Point> point, BiPredicate<T, T> same) {
    return found.stream()
        .filter(one -> isAt(cure.id(), point.apply(one)))
        .map(
            one ->
                new Beside<>(
                    one,
                    found.stream()
                        .filter(other -> same.test(one, other))
                        .filter(other -> isWithout(point.apply(other), point.apply(one)))
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
