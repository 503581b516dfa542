package dev.faultlab.run;

import dev.faultlab.effect.Median;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * How long a run will take on this machine, estimated from earlier runs of the same lab and
 * settings: shown to people, never used in a decision. Making images comes on top.
 *
 * @param firstVerdict seconds until every deciding point has a trial
 * @param whole seconds until the end
 * @param runs how many earlier runs it is based on
 */
public record Forecast(double firstVerdict, double whole, int runs) {
  private static final int MINUTE = 60;

  /** Below this many seconds, a forecast is given in seconds. */
  private static final int SECONDS_ARE_SAID = 90;

  private static final int STEP = 5;

  /** From this many seconds on, only minutes are given. */
  private static final int LONG = 600;

  /** Machines and labs change, so older runs count less. */
  private static final int LOOKED_AT = 5;

  /**
   * Adds up what the parts of a plan took before: the median of each.
   *
   * @param earlier finished runs of the lab on this machine; those with other settings are left out
   * @return empty when a variant of the plan was never run like this
   */
  public static Optional<Forecast> of(Plan plan, List<RunResult> earlier) {
    List<RunResult> alike = earlier.stream().filter(run -> alike(plan, run)).toList();
    Map<Cell, Double> loads = loads(plan, alike);
    if (alike.isEmpty() || loads.size() < plan.cells().size()) {
      return Optional.empty();
    }
    double overlap = median(alike, Forecast::overlap);
    loads.replaceAll((cell, load) -> load * overlap);
    double perStack =
        median(
            alike,
            run ->
                (took(run, Stopwatch.STACKS) + took(run, Stopwatch.CALIBRATION))
                    / run.stacks().size());
    double perTrial =
        median(
            alike,
            run ->
                (took(run, Stopwatch.AROUND) + took(run, Stopwatch.ANALYSIS))
                    / run.trials().size());
    double start = perStack * plan.stacks().size();
    double first = plan.judged().stream().mapToDouble(cell -> loads.get(cell) + perTrial).sum();
    double all =
        plan.trials().stream()
            .map(PlannedTrial::cell)
            .mapToDouble(cell -> loads.get(cell) + perTrial)
            .sum();
    return Optional.of(new Forecast(start + first, start + all, alike.size()));
  }

  /**
   * Seconds that a trial of each point took, including the work around its load: the median of
   * earlier runs.
   *
   * @param store where earlier runs are
   * @return without the points whose variant was never run like this
   */
  static Map<Cell, Double> trials(Plan plan, RunStore store) throws IOException {
    return trials(plan, store.newest(plan.lab().name(), LOOKED_AT));
  }

  static Map<Cell, Double> trials(Plan plan, List<RunResult> earlier) {
    List<RunResult> alike = earlier.stream().filter(run -> alike(plan, run)).toList();
    Map<Cell, Double> seconds = loads(plan, alike);
    if (!seconds.isEmpty()) {
      double around = median(alike, run -> took(run, Stopwatch.AROUND) / run.trials().size());
      seconds.replaceAll((cell, load) -> load + around);
    }
    return seconds;
  }

  /**
   * Seconds of each point's load, or else of its variant's; without those that were never run like
   * this.
   */
  private static Map<Cell, Double> loads(Plan plan, List<RunResult> alike) {
    Map<Cell, Double> loads = new HashMap<>();
    for (Cell cell : plan.cells()) {
      load(alike, trial -> trial.point().equals(cell.point()))
          .or(() -> load(alike, t -> t.point().variant().equals(cell.variant().id())))
          .ifPresent(load -> loads.put(cell, load));
    }
    return loads;
  }

  /**
   * The sentence on a plan's duration before it begins, measured or only declared.
   *
   * @param store where earlier runs are
   */
  public static String sentence(Plan plan, RunStore store) throws IOException {
    List<RunResult> earlier = store.newest(plan.lab().name(), LOOKED_AT);
    return of(plan, earlier)
        .map(
            e ->
                String.format(
                    "about %s, a first verdict after %s (by %s here)",
                    words(e.whole), words(e.firstVerdict), counted(e.runs, "earlier run")))
        .orElseGet(() -> "no earlier run here to estimate from; " + declared(plan, earlier));
  }

  /**
   * The duration that lab.yaml declares for the plan's form. If the other form was run here, its
   * ratio of measured to declared time is applied.
   */
  static String declared(Plan plan, List<RunResult> earlier) {
    int declared = plan.lab().minutes().of(plan.form());
    List<Double> times = timesDeclared(plan.lab(), plan.form().other(), earlier);
    if (times.isEmpty()) {
      return String.format(
          "lab.yaml declares about %s for the whole %s form",
          counted(declared, "minute"), plan.form());
    }
    double middle = Median.of(times);
    return String.format(
        Locale.ROOT,
        "about %s for the whole %s form: lab.yaml declares %d, and here the %s form took %.2f"
            + " times as long as declared",
        counted((int) Math.max(1, Math.round(declared * middle)), "minute"),
        plan.form(),
        declared,
        plan.form().other(),
        middle);
  }

  /**
   * How many times the declared duration the runs of one form took, without their images.
   *
   * @return of the runs of the whole form, without any choice
   */
  private static List<Double> timesDeclared(Lab lab, RunForm form, List<RunResult> earlier) {
    List<RunResult> same = earlier.stream().filter(run -> run.form() == form).toList();
    if (same.isEmpty()) {
      return List.of();
    }
    Plan whole = new Planner(lab).plan(new Choices(Map.of(), List.of(), form));
    return same.stream()
        .filter(run -> isAllOf(whole, run))
        .map(run -> (run.seconds() - took(run, Stopwatch.IMAGES)) / MINUTE / lab.minutes().of(form))
        .toList();
  }

  private static boolean isAllOf(Plan whole, RunResult run) {
    Set<Point> planned = whole.cells().stream().map(Cell::point).collect(Collectors.toSet());
    Set<Point> done = run.trials().stream().map(TrialResult::point).collect(Collectors.toSet());
    return alike(whole, run)
        && planned.equals(done)
        && whole.trials().size()
            == run.trials().stream()
                .filter(t -> !t.role().equals(Optional.of(TrialRole.WITNESS)))
                .count();
  }

  private static boolean alike(Plan plan, RunResult run) {
    return run.form() == plan.form()
        && !run.trials().isEmpty()
        && settings(plan.lab(), run.parameters()).equals(settings(plan.lab(), plan.parameters()));
  }

  /** The parameters that change a trial's length, but neither the number of trials nor the axis. */
  private static Map<String, List<Value>> settings(Lab lab, Map<String, List<Value>> parameters) {
    Map<String, List<Value>> settings = new HashMap<>(parameters);
    settings.remove(Lab.TRIALS);
    lab.axes().forEach(axis -> settings.remove(axis.name()));
    return settings;
  }

  private static Optional<Double> load(List<RunResult> runs, Predicate<TrialResult> these) {
    List<Double> seconds =
        runs.stream()
            .flatMap(run -> run.trials().stream())
            .filter(trial -> trial.failure().isEmpty())
            .filter(these)
            .map(trial -> trial.loadMillis() / 1000.0)
            .toList();
    return seconds.isEmpty() ? Optional.empty() : Optional.of(Median.of(seconds));
  }

  /** A run's time divided by the sum of its loads' times; less than 1 where loads overlapped. */
  private static double overlap(RunResult run) {
    double each = run.trials().stream().mapToLong(TrialResult::loadMillis).sum() / 1000.0;
    return each == 0 ? 1 : took(run, Stopwatch.LOAD) / each;
  }

  private static double took(RunResult run, String phase) {
    return run.wallTime().getOrDefault(phase, 0.0);
  }

  private static double median(List<RunResult> runs, ToDoubleFunction<RunResult> of) {
    return Median.of(runs.stream().mapToDouble(of).boxed().toList());
  }

  /** Rounds to the precision that the estimate has. */
  static String words(double seconds) {
    if (seconds < SECONDS_ARE_SAID) {
      return STEP * (int) Math.max(1, Math.round(seconds / STEP)) + " s";
    }
    if (seconds < LONG) {
      int tens = (int) Math.round(seconds / 10) * 10;
      return String.format("%d:%02d minutes", tens / MINUTE, tens % MINUTE);
    }
    return counted((int) Math.round(seconds / MINUTE), "minute");
  }

  static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
