package dev.faultlab.run;

import dev.faultlab.feed.RunEvent;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import java.io.PrintStream;

/**
 * Tells a program what happens in a run while it happens: a line of JSON for each {@link RunEvent}.
 */
public record EventFeed(PrintStream out) implements RunListener {

  @Override
  public void begins(String run, Plan plan) {
    tell(new RunEvent.Begun(run, plan.trials().size()));
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial found) {
    tell(new RunEvent.TrialEnded(trial.cell().id(), trial.index()));
  }

  private synchronized void tell(RunEvent moment) {
    out.println(moment.line());
    out.flush();
  }
}
