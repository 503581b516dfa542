package dev.faultlab.run;

import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.trial.Stopwatch;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * How long trials still take: shown to people, never used in a decision. Trials take as long, in
 * relation to each other, as in an earlier run, and all of them as long as that run's or, once
 * trials have ended, as these. Several threads report to it.
 */
public final class TimeEstimate {
  private static final int RECENT_RUNS = 5;
  private static final double MIN_SECONDS = 0.001;

  private final Map<PlannedTrial, Double> waiting = new LinkedHashMap<>();
  private final LongSupplier nanos;
  private final Optional<RunResult> earlier;

  /** Wall-clock seconds for one second of {@link TrialDurations}. */
  private Optional<Double> factor;

  private double done;
  private long startNanos;
  private long updatedNanos;

  /**
   * @param earlier run of the same form
   * @param nanos a clock
   */
  TimeEstimate(Collection<PlannedTrial> trials, Optional<RunResult> earlier, LongSupplier nanos) {
    TrialDurations durations = earlier.map(TrialDurations::of).orElseGet(TrialDurations::unknown);
    trials.forEach(trial -> waiting.put(trial, weight(durations, trial.point())));
    this.earlier = earlier;
    this.nanos = nanos;
    this.factor =
        earlier.map(
            run ->
                (run.seconds() - run.wallTime().getOrDefault(Stopwatch.IMAGES, 0.0))
                    / run.trials().stream()
                        .mapToDouble(trial -> weight(durations, trial.point()))
                        .sum());
  }

  /**
   * For some trials of a plan.
   *
   * @param store where earlier runs are; without one of the plan's form, the committed result
   *     counts
   */
  public static TimeEstimate of(Plan plan, Collection<PlannedTrial> trials, RunStore store)
      throws IOException {
    String lab = plan.lab().name();
    Optional<RunResult> earlier =
        Stream.concat(store.newest(lab, RECENT_RUNS).stream(), store.reference(lab).stream())
            .filter(run -> run.form() == plan.form())
            .filter(run -> !run.trials().isEmpty())
            .findFirst();
    return new TimeEstimate(trials, earlier, System::nanoTime);
  }

  /** A trial takes time even if its load takes none. */
  private static double weight(TrialDurations durations, Point point) {
    return durations.trial(point) + MIN_SECONDS;
  }

  /** Before the first trial; images come on top. */
  public synchronized String sentence() {
    return earlier
        .map(run -> Progress.roughly(seconds()) + ", by run " + run.runId())
        .orElse("no earlier run of this form to estimate the time from");
  }

  public synchronized void start() {
    if (startNanos == 0) {
      startNanos = nanos.getAsLong();
      updatedNanos = startNanos;
    }
  }

  public synchronized void finish(PlannedTrial trial) {
    done += Optional.ofNullable(waiting.remove(trial)).orElse(0.0);
    updatedNanos = nanos.getAsLong();
    if (done > 0) {
      factor = Optional.of((updatedNanos - startNanos) / 1e9 / done);
    }
  }

  /** A trial will not be carried out. */
  public synchronized void trialSkipped(PlannedTrial trial) {
    waiting.remove(trial);
  }

  /**
   * The remaining time for a person who waits: {@code about 18 min left}.
   *
   * @return empty when nothing is left, nothing is known yet, or the last trials take longer than
   *     expected
   */
  public synchronized String words() {
    double remaining = seconds() - (startNanos == 0 ? 0 : (nanos.getAsLong() - updatedNanos) / 1e9);
    return remaining <= 0 ? "" : Progress.roughly(remaining) + " left";
  }

  private double seconds() {
    return factor.orElse(0.0) * waiting.values().stream().mapToDouble(each -> each).sum();
  }
}
