package dev.faultlab.result;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.point.Point;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Relative durations of trials, by those of a run.
 *
 * @param points mean seconds of a trial
 * @param variants the same for a point that is not in {@code points}
 * @param average for an unknown variant
 */
public record TrialDurations(
    Map<Point, Double> points, Map<String, Double> variants, double average) {

  /** Without any data: every trial counts alike. */
  public static TrialDurations unknown() {
    return new TrialDurations(Map.of(), Map.of(), 1);
  }

  /** The durations of the trials of a run. */
  public static TrialDurations of(RunResult run) {
    return new TrialDurations(
        means(run, TrialRecord::point),
        means(run, trial -> trial.point().variant()),
        run.trials().stream().mapToDouble(TrialDurations::seconds).average().orElse(1));
  }

  /** The expected duration of a trial at a point. */
  public double trial(Point point) {
    return points.getOrDefault(point, variants.getOrDefault(point.variant(), average));
  }

  private static <K> Map<K, Double> means(RunResult run, Function<TrialRecord, K> key) {
    return run.trials().stream()
        .collect(Collectors.groupingBy(key, Collectors.averagingDouble(TrialDurations::seconds)));
  }

  private static double seconds(TrialRecord trial) {
    return trial.loadMillis() / 1000.0;
  }
}
