package dev.faultlab.run;

import dev.faultlab.machine.Progress;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows a run's phases as progress, the remaining trials, and on a terminal a line for each stack
 * that is up, with its current trial. Several threads report to it.
 */
public final class ProgressListener implements RunListener, AutoCloseable {
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
  private final TimeEstimate left;
  private final Map<StackSpec, Line> lines = new ConcurrentHashMap<>();
  private Optional<Progress.Step> current = Optional.empty();

  /**
   * @param left the remaining time of the run's trials
   */
  public ProgressListener(Progress progress, TimeEstimate left) {
    this.progress = progress;
    this.left = left;
  }

  @Override
  public void begins(String run, Plan plan) {
    progress.below(this::lines);
  }

  private List<String> lines() {
    return lines.values().stream().sorted(BY_NUMBER).map(Line::text).toList();
  }

  @Override
  public void up(String stack, StackSpec spec) {
    lines.put(spec, new Line(stack, "", 0));
  }

  @Override
  public void down(StackSpec spec) {
    lines.remove(spec);
  }

  @Override
  public void trialBegins(PlannedTrial trial) {
    left.begins();
    shown(trial, trial.cell().id() + " #" + trial.index());
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial observed) {
    shown(trial, "");
    left.ends(trial);
  }

  private void shown(PlannedTrial trial, String what) {
    lines.computeIfPresent(
        trial.cell().stack(), (spec, line) -> new Line(line.stack(), what, System.nanoTime()));
  }

  @Override
  public void leftOut(PlannedTrial trial) {
    left.leftOut(trial);
  }

  @Override
  public void phase(String title, int steps) {
    end();
    Progress.Step step = progress.start(title, steps);
    if (title.equals(TRIALS)) {
      step.left(left::words);
    }
    current = Optional.of(step);
  }

  @Override
  public void say(String message) {
    progress.say(message);
  }

  @Override
  public void step(String what) {
    current.ifPresent(step -> step.advance(what));
  }

  @Override
  public void close() {
    progress.below(List::of);
    end();
  }

  private void end() {
    current.ifPresent(Progress.Step::close);
    current = Optional.empty();
  }
}
