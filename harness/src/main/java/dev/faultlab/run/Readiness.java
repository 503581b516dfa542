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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits until a stack is ready, or until it never will be because one of its services has ended.
 */
final class Readiness {
  private static final long LOOK_MILLIS = 500;

  private final Stack stack;

  Readiness(Stack stack) {
    this.stack = stack;
  }

  /** Waits until a stack of a plan is ready, by the procedure that its lab names for that. */
  static void await(Stack stack, Plan plan, RunFolder folder)
      throws InterruptedException, IOException {
    if (plan.lab().ready().isEmpty()) {
      return;
    }
    Cell cell =
        plan.cells().stream().filter(c -> c.stack().equals(stack.spec())).findFirst().orElseThrow();
    new Readiness(stack)
        .await(
            () ->
                new TrialRunner(folder.path(), Set.of(), CaptureWatch.NONE)
                    .run(
                        stack,
                        folder.trial("ready-" + stack.name(), 1),
                        "ready " + stack.name(),
                        1,
                        cell.settings(),
                        plan.lab().procedures().get(plan.lab().ready().get()).steps(),
                        Optional.empty()));
  }

  /**
   * Waits for a procedure that ends when the stack is ready.
   *
   * @throws StackException when it failed, or with the log of the service that ended meanwhile
   */
  void await(Callable<TrialEvidence> procedure) throws InterruptedException {
    try (Workers worker = new Workers(1)) {
      Future<TrialEvidence> pending = worker.submit(procedure);
      while (true) {
        try {
          TrialEvidence ready = pending.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
          if (ready.failure().isPresent()) {
            throw notReady(ready.failure().get().message());
          }
          return;
        } catch (TimeoutException e) {
          if (!stack.ended().isEmpty()) {
            throw notReady("");
          }
        }
      }
    } catch (ExecutionException e) {
      throw notReady(e.getCause().toString());
    }
  }

  /** The log of a service that has ended says more than that nothing could be run in it. */
  private StackException notReady(String why) throws InterruptedException {
    String ended = stack.ended();
    return new StackException(
        "stack "
            + stack.name()
            + (ended.isEmpty() ? " is not ready: " + why : " did not come up:" + ended));
  }
}
