package dev.faultlab.result;

import dev.faultlab.evidence.TrialRole;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which of a run's trials its points are measured by, and which points were measured alike. */
public final class MeasuredTrials {
  private final List<TrialResult> trials;

  /**
   * @param trials of the whole run
   */
  public MeasuredTrials(List<TrialResult> trials) {
    this.trials = List.copyOf(trials);
  }

  /**
   * Numbers of the trials that a point is measured by: those that went on alone, where it has such.
   * Those that bore witness to others did so at another time than what its metrics are held
   * against.
   */
  public Set<Integer> of(Point point) {
    boolean alone = alone(point);
    return trials.stream()
        .filter(trial -> own(trial, point) && isMeasured(trial) == alone)
        .map(TrialResult::index)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether neither of two points, or both, had the machine to themselves: else no ratio is one.
   */
  public boolean alike(Point one, Point other) {
    return alone(one) == alone(other);
  }

  /** Whether what a point is measured by went on beside others. */
  public boolean shared(Point point) {
    return !alone(point)
        && trials.stream()
            .anyMatch(t -> own(t, point) && t.role().equals(Optional.of(TrialRole.COUNTED)));
  }

  /** What a reader has to know of the numbers of trials; empty where all trials are measured. */
  public Optional<String> note() {
    boolean some = trials.stream().anyMatch(MeasuredTrials::isMeasured);
    boolean all = trials.stream().allMatch(MeasuredTrials::isMeasured);
    return some && !all
        ? Optional.of(
            "A point that had trials with nothing beside them is measured by those alone, and n"
                + " counts those; all of its trials count for the verdict.")
        : Optional.empty();
  }

  private boolean alone(Point point) {
    return trials.stream().anyMatch(trial -> own(trial, point) && isMeasured(trial));
  }

  private static boolean isMeasured(TrialResult trial) {
    return trial.role().equals(Optional.of(TrialRole.MEASURED));
  }

  private static boolean own(TrialResult trial, Point point) {
    return trial.point().equals(point) && !trial.role().equals(Optional.of(TrialRole.WITNESS));
  }
}
