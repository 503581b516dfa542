package dev.faultlab.shard;

import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How long the trials of a plan take compared with each other, so that machines end together. Every
 * machine has to come to the same split by itself: what was measured on one of them must not enter.
 *
 * @param points mean seconds of a trial there
 * @param variants the same for a point that is not in {@code points}
 * @param usual for a variant that is not known
 */
public record TrialDurations(
    Map<Point, Double> points, Map<String, Double> variants, double usual) {

  /** Nothing is known: every trial counts alike. */
  public static TrialDurations unknown() {
    return new TrialDurations(Map.of(), Map.of(), 1);
  }

  /** As in a run that everybody has, the committed reference result. */
  public static TrialDurations of(RunResult reference) {
    return new TrialDurations(
        means(reference, TrialResult::point),
        means(reference, trial -> trial.point().variant()),
        reference.trials().stream().mapToDouble(TrialDurations::seconds).average().orElse(1));
  }

  double trial(Cell cell) {
    return points.getOrDefault(cell.point(), variants.getOrDefault(cell.variant().id(), usual));
  }

  private static <K> Map<K, Double> means(RunResult run, Function<TrialResult, K> key) {
    return run.trials().stream()
        .collect(Collectors.groupingBy(key, Collectors.averagingDouble(TrialDurations::seconds)));
  }

  private static double seconds(TrialResult trial) {
    return trial.loadMillis() / 1000.0;
  }
}
