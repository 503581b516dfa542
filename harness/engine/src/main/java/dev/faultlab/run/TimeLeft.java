package dev.faultlab.run;

import dev.faultlab.effect.Median;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.plan.Wave;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * How long a run's trials still take: shown to people, never used in a decision. The expected time
 * of a trial is that of earlier trials of its point in this run. Without one, it is that of earlier
 * runs on this machine; without those, that of its variant's, or else of all, trials in this run.
 * Several threads report to it.
 */
public final class TimeLeft {
  /** Minutes need not be computed anew each time a bar is drawn. */
  private static final double FRESH = 1;

  /** Trials that have not ended, by wave. */
  private final List<List<PlannedTrial>> waves;

  private final Map<Cell, Double> before;
  private final int atOnce;
  private final LongSupplier nanos;
  private final Map<PlannedTrial, Long> begun = new HashMap<>();
  private final Map<Cell, List<Double>> took = new LinkedHashMap<>();
  private Optional<String> said = Optional.empty();
  private long saidAt;

  /**
   * @param before seconds that a trial took in earlier runs, where known
   * @param atOnce how many trials run side by side at most, each on its own stack
   * @param nanos a clock
   */
  TimeLeft(
      List<List<PlannedTrial>> waves, Map<Cell, Double> before, int atOnce, LongSupplier nanos) {
    this.waves = waves.stream().<List<PlannedTrial>>map(ArrayList::new).toList();
    this.before = Map.copyOf(before);
    this.atOnce = atOnce;
    this.nanos = nanos;
  }

  /**
   * For all trials that remain.
   *
   * @param waves of the plan, or its remaining waves
   * @param store where earlier runs are
   */
  public static TimeLeft of(Plan plan, List<Wave> waves, RunStore store) throws IOException {
    return new TimeLeft(
        waves.stream().map(Wave::trials).toList(),
        Forecast.trials(plan, store),
        Trials.atOnce(plan),
        System::nanoTime);
  }

  /** For no trials: there is nothing to wait for. */
  public static TimeLeft none() {
    return new TimeLeft(List.of(), Map.of(), 1, System::nanoTime);
  }

  public synchronized void begins(PlannedTrial trial) {
    begun.put(trial, nanos.getAsLong());
    said = Optional.empty();
  }

  /**
   * A trial has ended.
   *
   * @param whole whether all of it was carried out; otherwise its time does not count
   */
  public synchronized void ends(PlannedTrial trial, boolean whole) {
    leftOut(trial);
    double seconds = since(begun.remove(trial));
    if (whole) {
      took.computeIfAbsent(trial.cell(), cell -> new ArrayList<>()).add(seconds);
    }
  }

  /** A trial will not be carried out. */
  public synchronized void leftOut(PlannedTrial trial) {
    waves.forEach(wave -> wave.remove(trial));
    said = Optional.empty();
  }

  /**
   * The remaining time for a person who waits, in minutes: {@code about 18 min left}. Starting the
   * stacks of later waves is not counted, and the text says so.
   *
   * @return empty when nothing is left, no trial has given a time yet, or the last ones take longer
   *     than expected
   */
  public synchronized String words() {
    if (said.isEmpty() || since(saidAt) >= FRESH) {
      said = Optional.of(workedOut());
      saidAt = nanos.getAsLong();
    }
    return said.get();
  }

  private String workedOut() {
    double left = 0;
    for (List<PlannedTrial> wave : waves) {
      Map<StackSpec, Double> stacks = new LinkedHashMap<>();
      for (PlannedTrial trial : wave) {
        Optional<Double> whole = expected(trial.cell());
        if (whole.isEmpty()) {
          return "";
        }
        double rest = whole.get() - (begun.containsKey(trial) ? since(begun.get(trial)) : 0);
        if (trial.alone()) {
          left += Math.max(0, rest);
        } else {
          stacks.merge(trial.cell().stack(), Math.max(0, rest), Double::sum);
        }
      }
      left += seconds(stacks.values(), atOnce);
    }
    if (left == 0) {
      return "";
    }
    boolean more = waves.stream().filter(wave -> !wave.isEmpty()).count() > 1;
    return Progress.about(left) + (more ? " of trials left" : " left");
  }

  /**
   * Seconds for work that is spread over stacks, with one trial at a time on each and a limited
   * number on all of them.
   *
   * @param stacks seconds of each stack's trials, one after the other
   */
  static double seconds(Collection<Double> stacks, int atOnce) {
    double all = stacks.stream().mapToDouble(s -> s).sum();
    double longest = stacks.stream().mapToDouble(s -> s).max().orElse(0);
    return Math.max(longest, all / atOnce);
  }

  private Optional<Double> expected(Cell cell) {
    return Optional.ofNullable(took.get(cell))
        .map(Median::of)
        .or(() -> Optional.ofNullable(before.get(cell)))
        .or(() -> median(other -> other.variant().id().equals(cell.variant().id())))
        .or(() -> median(other -> true));
  }

  private Optional<Double> median(Predicate<Cell> these) {
    List<Double> seconds =
        took.entrySet().stream()
            .filter(entry -> these.test(entry.getKey()))
            .flatMap(entry -> entry.getValue().stream())
            .toList();
    return seconds.isEmpty() ? Optional.empty() : Optional.of(Median.of(seconds));
  }

  private double since(long then) {
    return (nanos.getAsLong() - then) / 1e9;
  }
}
