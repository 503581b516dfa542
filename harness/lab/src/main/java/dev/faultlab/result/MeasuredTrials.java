package dev.faultlab.result;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which of a run's trials count for a point's metrics, and which points were measured alike. */
public final class MeasuredTrials {
  private final List<TrialRecord> trials;
  private final Map<Point, List<TrialRecord>> trialsByPoint;

  /**
   * @param trials of the whole run
   */
  public MeasuredTrials(List<TrialRecord> trials) {
    this.trials = List.copyOf(trials);
    trialsByPoint = trials.stream().collect(Collectors.groupingBy(TrialRecord::point));
  }

  /**
   * Numbers of the trials that count for a point's metrics: those that ran alone, if there are any.
   */
  public Set<Integer> of(Point point) {
    boolean alone = ranAlone(point);
    return trialsOf(point).stream()
        .filter(trial -> isMeasured(trial) == alone)
        .map(TrialRecord::index)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether both points, or neither, ran alone; otherwise their ratio is meaningless. */
  public boolean comparable(Point one, Point other) {
    return ranAlone(one) == ranAlone(other);
  }

  /** Whether the trials that count for a point's metrics ran beside others. */
  public boolean shared(Point point) {
    return !ranAlone(point)
        && trialsOf(point).stream().anyMatch(t -> t.role().equals(Optional.of(TrialRole.COUNTED)));
  }

  /** A note on the numbers of trials; empty if all trials count. */
  public Optional<String> note() {
    boolean anyMeasured = trials.stream().anyMatch(MeasuredTrials::isMeasured);
    boolean allMeasured = trials.stream().allMatch(MeasuredTrials::isMeasured);
    return anyMeasured && !allMeasured
        ? Optional.of(
            "If some trials of a point ran with nothing next to them, its metrics come from"
                + " those only, and n is their number; all of its trials count for the verdict.")
        : Optional.empty();
  }

  private boolean ranAlone(Point point) {
    return trialsOf(point).stream().anyMatch(MeasuredTrials::isMeasured);
  }

  private static boolean isMeasured(TrialRecord trial) {
    return trial.role().equals(Optional.of(TrialRole.MEASURED));
  }

  private List<TrialRecord> trialsOf(Point point) {
    return trialsByPoint.getOrDefault(point, List.of());
  }
}
