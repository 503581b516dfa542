package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.observation.TrialObserver;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.stack.Stack;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.Set;

/**
 * One stack for a person to look around in, with the load of its point at hand.
 *
 * @param plan of one point
 * @param folder for the files that trials produce
 */
public record OpenStack(Plan plan, RunFolder folder, Stack stack, RunSession session)
    implements AutoCloseable {

  /**
   * Carries out a trial of the plan's point, and observes it.
   *
   * @param index from 1, a new one each time
   */
  public ObservedTrial load(int index) throws InterruptedException, IOException {
    return new TrialObserver(plan.lab())
        .store(
            cell(),
            new TrialRunner(folder, Set.of())
                .run(new PlannedTrial(cell(), index, true), plan.lab(), stack));
  }

  private Cell cell() {
    return plan.cells().get(0);
  }

  @Override
  public void close() throws IOException {
    close(session, folder);
  }

  /** Removes the stack, whether it came up or not. */
  static void close(RunSession session, RunFolder folder) throws IOException {
    try {
      session.close();
    } finally {
      folder.abandon("a person had a shell in a stack, and nothing was measured");
    }
  }
}
