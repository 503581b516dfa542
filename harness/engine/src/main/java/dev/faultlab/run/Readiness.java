package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.trial.CaptureWatch;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Waits until a stack is ready, by the procedure that its lab names for that. */
final class Readiness {
  private Readiness() {}

  /**
   * Returns when the stack of a plan is ready.
   *
   * @throws StackException when the procedure failed, or with the log of the service that ended
   *     meanwhile
   */
  static void await(Stack stack, Plan plan, RunFolder folder)
      throws InterruptedException, IOException {
    if (plan.lab().ready().isEmpty()) {
      return;
    }
    Cell cell =
        plan.cells().stream().filter(c -> c.stack().equals(stack.spec())).findFirst().orElseThrow();
    TrialEvidence ready =
        new TrialRunner(folder.path(), Set.of(), CaptureWatch.NONE)
            .run(
                stack,
                folder.trial("ready-" + stack.name(), 1),
                "ready " + stack.name(),
                1,
                cell.settings(),
                plan.lab().procedures().get(plan.lab().ready().get()).steps(),
                Optional.empty());
    if (ready.failure().isPresent()) {
      throw notReady(stack, ready.failure().get().message());
    }
  }

  /** The log of a service that has ended says more than that nothing could be run in it. */
  private static StackException notReady(Stack stack, String why) throws InterruptedException {
    String ended = stack.ended();
    return new StackException(
        "stack "
            + stack.name()
            + (ended.isEmpty() ? " is not ready: " + why : " did not come up:" + ended));
  }
}
