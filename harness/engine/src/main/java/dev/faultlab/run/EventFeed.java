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
 * The listener for a person receives all events as well.
 */
public final class EventFeed extends ForwardingRunListener {
  private final PrintStream out;

  /**
   * @param person receives all events as it would without this
   * @param out for the lines
   */
  public EventFeed(RunListener person, PrintStream out) {
    super(person);
    this.out = out;
  }

  @Override
  public void begins(String run, Plan plan) {
    super.begins(run, plan);
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
    super.phase(title, steps);
    tell(new RunEvent.Phase(title, steps));
  }

  @Override
  public void say(String message) {
    super.say(message);
    tell(new RunEvent.Said(message));
  }

  @Override
  public void step(String what) {
    super.step(what);
    tell(new RunEvent.Step(what));
  }

  @Override
  public void trialBegins(PlannedTrial trial) {
    super.trialBegins(trial);
    tell(new RunEvent.TrialBegun(trial.cell().id(), trial.index()));
  }

  @Override
  public void trialEnds(PlannedTrial trial, ObservedTrial found) {
    super.trialEnds(trial, found);
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
