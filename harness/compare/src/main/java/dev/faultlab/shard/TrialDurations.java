package dev.faultlab.shard;

import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Relative durations of a plan's trials, so that machines end together. Every machine must compute
 * the same split by itself, so a machine's own measurements must not enter.
 *
 * @param points mean seconds of a trial
 * @param variants the same for a point that is not in {@code points}
 * @param usual for an unknown variant
 */
public record TrialDurations(
    Map<Point, Double> points, Map<String, Double> variants, double usual) {

  /** Without any data: every trial counts alike. */
  public static TrialDurations unknown() {
    return new TrialDurations(Map.of(), Map.of(), 1);
  }

  /** From a run that all machines have, the committed reference result. */
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
