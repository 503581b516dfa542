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
 * How long a run's trials still take: for people, never used in a decision. A trial is expected to
 * take what those of its point took in this run; before the first of them, what they took in
 * earlier runs on this machine; where there is neither, what trials of its variant, or else all
 * trials, took in this run. Told of by several threads.
 */
public final class TimeLeft {
  /** What is said in minutes need not be worked out each time that a bar is drawn. */
  private static final double FRESH = 1;

  /** Those that have not ended, by the waves in which they are carried out. */
  private final List<List<PlannedTrial>> waves;

  private final Map<Cell, Double> before;
  private final int atOnce;
  private final LongSupplier nanos;
  private final Map<PlannedTrial, Long> begun = new HashMap<>();
  private final Map<Cell, List<Double>> took = new LinkedHashMap<>();
  private Optional<String> said = Optional.empty();
  private long saidAt;

  /**
   * @param before seconds that a trial took in earlier runs, where that is known
   * @param atOnce how many trials go on side by side at most, each on a stack of its own
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
   * Of all trials that are still to be carried out.
   *
   * @param waves of the plan, or what is left of them
   * @param store where earlier runs are
   */
  public static TimeLeft of(Plan plan, List<Wave> waves, RunStore store) throws IOException {
    return new TimeLeft(
        waves.stream().map(Wave::trials).toList(),
        Forecast.trials(plan, store),
        Trials.atOnce(plan),
        System::nanoTime);
  }

  /** Of no trials: there is nothing to wait for. */
  public static TimeLeft none() {
    return new TimeLeft(List.of(), Map.of(), 1, System::nanoTime);
  }

  public synchronized void begins(PlannedTrial trial) {
    begun.put(trial, nanos.getAsLong());
    said = Optional.empty();
  }

  /**
   * A trial is over.
   *
   * @param whole whether all of it was carried out; else it says nothing of how long others take
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
   * For a person who waits, in minutes: {@code about 18 min left}. Before a later wave begins its
   * stacks have to start, which is not counted, and the words say so.
   *
   * @return empty when nothing is left, or there is nothing to tell it by: there were no trials yet
   *     to go by, or the last ones take longer than was expected
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
   * Seconds for work that is spread over stacks, with one trial at a time on each and so many at a
   * time on all of them.
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
