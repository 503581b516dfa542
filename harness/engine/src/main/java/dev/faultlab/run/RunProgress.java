package dev.faultlab.run;

import dev.faultlab.feed.RunEvent;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Shows a run's phases as progress, the remaining trials, and on a terminal a line for each stack
 * that is up, with its current trial; and tells a program of trials. It decides nothing. Stack and
 * trial events come from several threads.
 */
final class RunProgress implements AutoCloseable {
  /** The phase in which a step is a trial. */
  static final String TRIALS = "trials";

  /**
   * @param trial that runs; empty between trials
   */
  private record Line(String stack, String trial, long sinceNanos) {
    String text() {
      long seconds = Duration.ofNanos(System.nanoTime() - sinceNanos).toSeconds();
      return stack + ": " + (trial.isEmpty() ? "waits" : trial + ", " + seconds + " s");
    }
  }

  /** Stacks are numbered; they come up in any order. */
  private static final Comparator<Line> BY_NUMBER =
      Comparator.comparing((Line line) -> line.stack().length()).thenComparing(Line::stack);

  private final Progress progress;
  private final Plan plan;
  private final TimeEstimate estimate;
  private final Consumer<RunEvent> feed;
  private final Map<StackSpec, Line> lines = new ConcurrentHashMap<>();
  private Optional<Progress.Step> current = Optional.empty();

  /**
   * @param estimate the remaining time of the run's trials
   * @param feed receives events while they happen, from several threads
   */
  RunProgress(Progress progress, Plan plan, TimeEstimate estimate, Consumer<RunEvent> feed) {
    this.progress = progress;
    this.plan = plan;
    this.estimate = estimate;
    this.feed = feed;
  }

  /** A run has its folder, and nothing else yet. */
  void begins(String run) {
    progress.footer(() -> lines.values().stream().sorted(BY_NUMBER).map(Line::text).toList());
    feed.accept(new RunEvent.RunStarted(run, plan.trials().size()));
  }

  /** A stack is ready. */
  void stackReady(String stack, StackSpec spec) {
    lines.put(spec, new Line(stack, "", 0));
  }

  /** A stack is removed before the end of the run. */
  void stackRemoved(StackSpec spec) {
    lines.remove(spec);
  }

  void trialBegins(PlannedTrial trial) {
    estimate.start();
    show(trial, plan.cell(trial.point()).id() + " #" + trial.index());
  }

  /** A trial has left its evidence, and was observed. */
  void trialEnds(PlannedTrial trial) {
    show(trial, "");
    estimate.finish(trial);
    feed.accept(new RunEvent.TrialEnded(plan.cell(trial.point()).id(), trial.index()));
  }

  private void show(PlannedTrial trial, String what) {
    Cell cell = plan.cell(trial.point());
    lines.computeIfPresent(
        cell.stack(), (spec, line) -> new Line(line.stack(), what, System.nanoTime()));
  }

  /** A trial is skipped: its stack did not start, or its point is decided. */
  void trialSkipped(PlannedTrial trial, String why) {
    estimate.trialSkipped(trial);
    step(plan.cell(trial.point()).id() + ": " + why);
  }

  /**
   * A phase begins; the one before it is over.
   *
   * @param steps how many steps it will have; 0 when that is not known
   */
  void phase(String title, int steps) {
    end();
    Progress.Step step = progress.start(title, steps);
    if (title.equals(TRIALS)) {
      step.showRemaining(estimate::words);
    }
    current = Optional.of(step);
  }

  /** News that a person wants before the end. */
  void say(String message) {
    progress.say(message);
  }

  /** A step of the phase is done. */
  void step(String what) {
    current.ifPresent(step -> step.advance(what));
  }

  @Override
  public void close() {
    progress.footer(List::of);
    end();
  }

  private void end() {
    current.ifPresent(Progress.Step::close);
    current = Optional.empty();
  }
}
