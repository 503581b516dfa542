package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.RunEngine;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.trial.Stopwatch;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The stacks of one run that are up, and those that did not come up whole. */
final class StackSet {
  /** Lines for each service, because the command that waits discards its output. */
  private static final int LOG_LINES = 3;

  private final RunSetup setup;
  private final Logbook logbook;
  private final RunProgress runProgress;
  private final Map<StackSpec, Stack> running = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<StackSpec, String> names = Collections.synchronizedMap(new LinkedHashMap<>());

  StackSet(RunSetup setup, Logbook logbook, RunProgress runProgress) {
    this.setup = setup;
    this.logbook = logbook;
    this.runProgress = runProgress;
  }

  /** Names those of these stacks that are not up yet, to be started now. */
  List<StackSpec> missing(Collection<StackSpec> specs) {
    List<StackSpec> missing = specs.stream().filter(spec -> !names.containsKey(spec)).toList();
    missing.forEach(spec -> names.put(spec, logbook.nextName(spec)));
    return missing;
  }

  /**
   * Starts a stack that was {@link #missing}; several may start side by side.
   *
   * @throws StackException when it does not come up
   */
  Stack start(StackSpec spec) throws InterruptedException, IOException {
    Stack stack =
        start(
            setup.engine(),
            setup.plan(),
            spec,
            setup.folder(),
            names.get(spec),
            setup.images(),
            setup.guests());
    running.put(spec, stack);
    runProgress.stackReady(stack.name(), spec);
    return stack;
  }

  /** A stack is unusable; returns why. */
  String markFailed(StackSpec spec, Exception e) {
    running.remove(spec);
    String why =
        e instanceof StackException
            ? e.getMessage()
            : "stack " + names.get(spec) + " did not start: " + e;
    logbook.failed(spec, why);
    return why;
  }

  /**
   * A stack that is up. It is restarted if one of its services has ended or an abandoned step may
   * still be running, so that one trial's damage does not reach the next, possibly of another
   * version.
   *
   * @throws StackException when it does not come up again
   */
  Stack intactStack(StackSpec spec) throws InterruptedException, IOException {
    Stack stack = running.get(spec);
    if (isWhole(stack)) {
      return stack;
    }
    runProgress.say(
        stack.name()
            + " is restarted: a service in it has ended, or an abandoned step may still be running");
    saveLogs(stack.name());
    setup.engine().stop(run(), stack.name());
    names.put(spec, logbook.nextName(spec));
    return start(spec);
  }

  /** If the engine does not answer, the trial will find out. */
  private static boolean isWhole(Stack stack) throws InterruptedException {
    try {
      return stack.isIntact();
    } catch (RuntimeException e) {
      return true;
    }
  }

  /** Stops the stacks that are up, or partly up, and not among these. */
  void stopAllBut(Collection<StackSpec> specs) throws InterruptedException {
    for (StackSpec spec : List.copyOf(names.keySet())) {
      if (!specs.contains(spec)) {
        saveLogs(names.get(spec));
        setup.engine().stop(run(), names.remove(spec));
        running.remove(spec);
        runProgress.stackRemoved(spec);
      }
    }
  }

  /** Keeps the logs of all stacks that are up, as evidence. */
  void saveLogs() throws InterruptedException {
    for (String stack : List.copyOf(names.values())) {
      saveLogs(stack);
    }
  }

  private void saveLogs(String stack) throws InterruptedException {
    try {
      setup.engine().saveLogs(run(), stack, setup.folder().path().resolve("logs"));
    } catch (IOException | RuntimeException e) {
      Workers.throwIfInterrupted();
      logbook.add(Kind.EVIDENCE, stack, "the services' logs could not be kept: " + e.getMessage());
    }
    Workers.throwIfInterrupted();
  }

  private String run() {
    return setup.folder().id();
  }

  boolean isUp(StackSpec spec) {
    return running.containsKey(spec);
  }

  /**
   * Starts a stack, and waits with the lab's own procedure until it is ready.
   *
   * @param name unique in its run
   * @param images role to its image or kernel
   * @throws StackException when it does not come up; it blames the engine if the engine is the
   *     cause
   */
  static Stack start(
      RunEngine engine,
      Plan plan,
      StackSpec spec,
      RunFolder folder,
      String name,
      Map<Requirement, ImageSource.Image> images,
      GuestStart guests)
      throws InterruptedException, IOException {
    try {
      Map<String, String> variables = new LinkedHashMap<>();
      plan.images(spec).forEach((key, role) -> variables.put(key, images.get(role).name()));
      Stack stack = engine.start(plan, spec, folder.id(), name, variables, guests);
      awaitReady(stack, plan, folder);
      return stack;
    } catch (StackException e) {
      throw e;
    } catch (RuntimeException e) {
      // Any exception of the client: a transport exception mostly does not mention the engine.
      String why = "stack %s did not start: the Docker engine does not answer, or refuses: %s";
      throw new StackException(why.formatted(name, e.getMessage()), e);
    }
  }

  private static void awaitReady(Stack stack, Plan plan, RunFolder folder)
      throws InterruptedException, IOException {
    if (plan.lab().steps().ready().isEmpty()) {
      return;
    }
    TrialEvidence ready =
        new TrialRunner(folder, Set.of(), new Stopwatch())
            .prepare(
                "ready-" + stack.name(),
                stack,
                plan.anyOn(stack.spec()),
                plan.lab().procedures().get(plan.lab().steps().ready().get()).steps(),
                Optional.empty());
    if (ready.failure().isPresent()) {
      throw notReady(stack, ready.failure().get());
    }
  }

  /** The log of a service that has ended tells more than a command that failed in it. */
  private static StackException notReady(Stack stack, String why) throws InterruptedException {
    String ended = stack.exitTexts();
    return new StackException(
        ended.isEmpty()
            ? "stack %s is not ready: %s%s".formatted(stack.name(), why, stack.logs(LOG_LINES))
            : "stack %s did not come up:%s".formatted(stack.name(), ended));
  }
}
