package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunResult;

/** Passes every event on; extend it to receive some of them as well. */
public abstract class ForwardingRunListener implements RunListener {
  private final RunListener next;

  /**
   * @param next receives all events
   */
  protected ForwardingRunListener(RunListener next) {
    this.next = next;
  }

  @Override
  public void begins(String run, Plan plan) {
    next.begins(run, plan);
  }

  @Override
  public void phase(String title, int steps) {
    next.phase(title, steps);
  }

  @Override
  public void say(String message) {
    next.say(message);
  }

  @Override
  public void step(String what) {
    next.step(what);
  }

  @Override
  public void up(String stack, StackSpec spec) {
    next.up(stack, spec);
  }

  @Override
  public void down(StackSpec spec) {
    next.down(spec);
  }

  @Override
  public void trialBegins(PlannedTrial trial) {
    next.trialBegins(trial);
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial found) {
    next.trialEnds(trial, found);
  }

  @Override
  public void leftOut(PlannedTrial trial) {
    next.leftOut(trial);
  }

  @Override
  public void ended(RunResult result, RunFolder folder) {
    next.ended(result, folder);
  }

  @Override
  public void close() {
    next.close();
  }
}
