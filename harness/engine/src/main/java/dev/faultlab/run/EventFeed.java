package dev.faultlab.run;

import dev.faultlab.feed.RunEvent;
import dev.faultlab.feed.RunEventJson;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Tells a program what happens in a run while it happens: a line of JSON for each {@link RunEvent}.
 */
public record EventFeed(PrintStream out) implements RunListener {

  @Override
  public void begins(String run, Plan plan) {
    tell(
        new RunEvent.Begun(
            run,
            plan.cells().stream().map(cell -> measured(plan, cell)).toList(),
            plan.trials().size()));
  }

  private static RunEvent.Measured measured(Plan plan, Cell cell) {
    long trials = plan.trials().stream().filter(t -> t.cell().equals(cell)).count();
    return new RunEvent.Measured(cell.id(), cell.variant().title(), cell.point(), (int) trials);
  }

  @Override
  public void phase(String title, int steps) {
    tell(new RunEvent.Phase(title, steps));
  }

  @Override
  public void say(String message) {
    tell(new RunEvent.Said(message));
  }

  @Override
  public void step(String what) {
    tell(new RunEvent.Step(what));
  }

  @Override
  public void trialBegins(PlannedTrial trial) {
    tell(new RunEvent.TrialBegun(trial.cell().id(), trial.index()));
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial found) {
    tell(
        new RunEvent.TrialEnded(
            trial.cell().id(), trial.index(), found.evidence().failure(), seen(found)));
  }

  private List<RunEvent.Seen> seen(ObservedTrial found) {
    return found.signatures().entrySet().stream()
        .map(
            seen ->
                new RunEvent.Seen(
                    seen.getKey(),
                    seen.getValue().state().name().toLowerCase(Locale.ROOT),
                    seen.getValue().code(),
                    seen.getValue().reason()))
        .toList();
  }

  private synchronized void tell(RunEvent moment) {
    out.println(RunEventJson.line(moment));
    out.flush();
  }
}
