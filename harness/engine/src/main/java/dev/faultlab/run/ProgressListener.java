package dev.faultlab.run;

import dev.faultlab.machine.Progress;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import java.util.List;
import java.util.Optional;

/**
 * Shows a run's phases as progress, the remaining trials, and on a terminal what each stack is
 * doing.
 */
public final class ProgressListener implements RunListener, AutoCloseable {
  private final Progress progress;
  private final TimeEstimate left;
  private Optional<Progress.Step> current = Optional.empty();
  private Optional<StackLines> stacks = Optional.empty();

  /**
   * @param left the remaining time of the run's trials
   */
  public ProgressListener(Progress progress, TimeEstimate left) {
    this.progress = progress;
    this.left = left;
  }

  @Override
  public void begins(String run, Plan plan) {
    StackLines lines = new StackLines();
    // Without a viewer, the line is not computed.
    stacks = progress.below(lines) ? Optional.of(lines) : Optional.empty();
  }

  @Override
  public void up(String stack, StackSpec spec) {
    stacks.ifPresent(lines -> lines.up(stack, spec));
  }

  @Override
  public void down(StackSpec spec) {
    stacks.ifPresent(lines -> lines.down(spec));
  }

  @Override
  public void trialBegins(PlannedTrial trial) {
    left.begins();
    stacks.ifPresent(lines -> lines.begins(trial));
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial found) {
    left.ends(trial);
    stacks.ifPresent(lines -> lines.ends(trial, found));
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
