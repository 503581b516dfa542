package dev.faultlab.run;

import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The stacks of one run that are up, and those that did not come up whole. */
final class StackSet {
  private final ReadyStacks starter;
  private final Logbook book;
  private final List<RunListener> listeners;
  private final Map<StackSpec, Stack> running = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<StackSpec, String> up = Collections.synchronizedMap(new LinkedHashMap<>());

  StackSet(ReadyStacks starter, Logbook book, List<RunListener> listeners) {
    this.starter = starter;
    this.book = book;
    this.listeners = listeners;
  }

  /** Names those of these stacks that are not up yet, to be started now. */
  List<StackSpec> missing(Collection<StackSpec> specs) {
    List<StackSpec> missing = specs.stream().filter(spec -> !up.containsKey(spec)).toList();
    missing.forEach(spec -> up.put(spec, book.nextName(spec)));
    return missing;
  }

  /**
   * Starts a stack that was {@link #missing}; several may start side by side.
   *
   * @throws StackException when it does not come up
   */
  Stack start(StackSpec spec) throws InterruptedException, IOException {
    Stack stack = starter.start(up.get(spec), spec);
    running.put(spec, stack);
    listeners.forEach(l -> l.up(stack.name(), spec));
    return stack;
  }

  /** A stack is unusable; returns why. */
  String failed(StackSpec spec, Exception e) {
    running.remove(spec);
    String why =
        e instanceof StackException
            ? e.getMessage()
            : "stack " + up.get(spec) + " did not start: " + e;
    book.failed(spec, why);
    return why;
  }

  /**
   * A stack that is up. It is restarted if one of its services has ended or an abandoned step may
   * still be running, so that one trial's damage does not reach the next, possibly of another
   * version.
   *
   * @throws StackException when it does not come up again
   */
  Stack whole(StackSpec spec) throws InterruptedException, IOException {
    Stack stack = running.get(spec);
    if (isWhole(stack)) {
      return stack;
    }
    String said =
        stack.name()
            + " is restarted: a service in it has ended, or an abandoned step may still be running";
    listeners.forEach(l -> l.say(said));
    saveLogs(stack.name());
    starter.engine().stop(stack.name());
    up.put(spec, book.nextName(spec));
    Stack again = starter.start(up.get(spec), spec);
    running.put(spec, again);
    return again;
  }

  /** If the engine does not answer, the trial will find out. */
  private static boolean isWhole(Stack stack) throws InterruptedException {
    try {
      return stack.whole();
    } catch (RuntimeException e) {
      return true;
    }
  }

  /** Stops the stacks that are up, or partly up, and not among these. */
  void stopAllBut(Collection<StackSpec> specs) throws InterruptedException {
    for (StackSpec spec : List.copyOf(up.keySet())) {
      if (!specs.contains(spec)) {
        saveLogs(up.get(spec));
        starter.engine().stop(up.remove(spec));
        running.remove(spec);
        listeners.forEach(l -> l.down(spec));
      }
    }
  }

  /** Keeps the logs of all stacks that are up, as evidence. */
  void saveLogs() throws InterruptedException {
    for (String stack : List.copyOf(up.values())) {
      saveLogs(stack);
    }
  }

  private void saveLogs(String stack) throws InterruptedException {
    try {
      starter.engine().saveLogs(stack, starter.folder().path().resolve("logs"));
    } catch (IOException | RuntimeException e) {
      Workers.throwIfInterrupted();
      book.met(Kind.EVIDENCE, stack, "the services' logs could not be kept: " + e.getMessage());
    }
    Workers.throwIfInterrupted();
  }

  boolean engineAnswers() {
    return starter.engine().answers();
  }

  boolean isUp(StackSpec spec) {
    return running.containsKey(spec);
  }

  /**
   * A usable stack.
   *
   * @throws IllegalStateException when it is not up
   */
  Stack get(StackSpec spec) {
    Stack stack = running.get(spec);
    if (stack == null) {
      throw new IllegalStateException("the stack of profile " + spec.profile() + " is not up");
    }
    return stack;
  }
}
