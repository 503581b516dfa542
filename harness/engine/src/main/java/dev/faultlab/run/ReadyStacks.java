package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Starts stacks of a plan and waits, with the lab's own procedure, until they are ready.
 *
 * @param images role to its image or kernel
 */
record ReadyStacks(
    Plan plan, RunFolder folder, Stacks engine, Map<Requirement, ImageSource.Image> images) {
  /** Of each service: the command that waits discards what it hears. */
  private static final int LOG_LINES = 3;

  /**
   * Starts a stack.
   *
   * @param name unique in its run
   * @throws StackException when it does not come up; it blames the engine if the engine is the
   *     cause
   */
  Stack start(String name, StackSpec spec) throws InterruptedException, IOException {
    try {
      Map<String, String> variables = new LinkedHashMap<>();
      plan.images(spec)
          .forEach((variable, role) -> variables.put(variable, images.get(role).name()));
      Stack stack = engine.start(name, spec, variables, plan.idle(spec), plan.memoryLimits(spec));
      awaitReady(stack);
      return stack;
    } catch (StackException e) {
      throw e;
    } catch (RuntimeException e) {
      // Any exception of the client: a transport exception mostly does not mention the engine.
      throw new StackException(
          "stack "
              + name
              + " did not start: the Docker engine does not answer, or refuses: "
              + e.getMessage(),
          e);
    }
  }

  /** Names of the images whose version an axis chooses; their crashes matter to a lab. */
  Set<String> underTest() {
    Set<String> variables = new TreeSet<>();
    plan.lab().axes().forEach(axis -> axis.binding().ifPresent(b -> variables.add(b.variable())));
    return plan.stacks().stream()
        .flatMap(spec -> plan.images(spec).entrySet().stream())
        .filter(image -> variables.contains(image.getKey()))
        .map(image -> images.get(image.getValue()).name())
        .collect(Collectors.toSet());
  }

  private void awaitReady(Stack stack) throws InterruptedException, IOException {
    if (plan.lab().steps().ready().isEmpty()) {
      return;
    }
    TrialEvidence ready =
        new TrialRunner(folder, Set.of())
            .prepare(
                "ready-" + stack.name(),
                stack,
                plan.anyOn(stack.spec()),
                plan.lab().procedures().get(plan.lab().steps().ready().get()).steps(),
                Optional.empty())
            .trial();
    if (ready.failure().isPresent()) {
      throw notReady(stack, ready.failure().get());
    }
  }

  /** The log of a service that has ended tells more than a command that failed in it. */
  private static StackException notReady(Stack stack, String why) throws InterruptedException {
    String ended = stack.ended();
    return new StackException(
        "stack "
            + stack.name()
            + (ended.isEmpty()
                ? " is not ready: " + why + stack.logs(LOG_LINES)
                : " did not come up:" + ended));
  }
}
