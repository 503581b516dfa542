package dev.faultlab.run;

import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Point;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Announces a provisional verdict once, as soon as every deciding point has a trial, while other
 * trials still run. It is never the run's verdict: a later trial may still contradict it.
 */
final class VerdictSoFar {
  private final Plan plan;
  private final List<Point> judged;
  private int rounds;
  private boolean said;

  VerdictSoFar(Plan plan) {
    this.plan = plan;
    this.judged = plan.judged().stream().map(Cell::point).toList();
  }

  /**
   * Looks again whenever all deciding points have one trial more.
   *
   * @param observed point to trials, for every cell
   * @param ran cell to what its stack answered
   * @param obstacles that the run has met until now
   */
  Optional<String> after(
      Map<Point, List<ObservedTrial>> observed,
      Function<Cell, Map<String, String>> ran,
      List<Obstacle> obstacles) {
    int complete =
        judged.stream().mapToInt(point -> observed.get(point).size()).min().orElse(rounds);
    if (said || complete == rounds) {
      return Optional.empty();
    }
    rounds = complete;
    int done = observed.values().stream().mapToInt(List::size).sum();
    int all = plan.trials().size();
    if (done == all) {
      return Optional.empty();
    }
    Verdict verdict =
        Analysis.verdict(plan.cells(), Analysis.outcomes(plan.cells(), observed, ran), obstacles);
    said = verdict.judgement() != Judgement.INCONCLUSIVE;
    return said
        ? Optional.of(
            String.format(
                "verdict so far: %s after %d of %d trials; the final verdict uses all of them",
                words(verdict), done, all))
        : Optional.empty();
  }

  private static String words(Verdict verdict) {
    return verdict.judgement() == Judgement.AS_EXPECTED
        ? "as expected on both sides"
        : "contradicted (" + verdict.reasons().get(0) + ")";
  }
}
