package dev.faultlab.run;

import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stacks of one run: their names, which are up, and why others did not start. */
final class StackSet {
  private final ReadyStacks starter;
  private final Stacks engine;
  private final Logbook book;
  private final RunListener listener;
  private final Map<StackSpec, Stack> running = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<StackSpec, String> names = new LinkedHashMap<>();
  private final Map<StackSpec, String> up = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, String> failures = new LinkedHashMap<>();
  private int number;

  StackSet(ReadyStacks starter, Logbook book, RunListener listener) {
    this.starter = starter;
    this.engine = starter.engine();
    this.book = book;
    this.listener = listener;
  }

  /** Continues an earlier process: stacks keep their first names. */
  void resume(Map<StackSpec, String> names, int number) {
    this.names.putAll(names);
    this.number = number;
  }

  /** Names those of these stacks that are not up yet, to be started now. */
  List<StackSpec> missing(Collection<StackSpec> specs) {
    List<StackSpec> missing = specs.stream().filter(spec -> !up.containsKey(spec)).toList();
    for (StackSpec spec : missing) {
      up.put(spec, nextName(spec));
      names.putIfAbsent(spec, up.get(spec));
    }
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
    listener.up(stack.name(), spec);
    return stack;
  }

  /** Records that a stack is unusable; the others can still be measured. */
  void failed(StackSpec spec, Exception e) {
    running.remove(spec);
    String why =
        e instanceof StackException
            ? e.getMessage()
            : "stack " + up.get(spec) + " did not start: " + e;
    if (failures.put(names.get(spec), why) == null) {
      book.met(new Obstacle(Kind.STACK, names.get(spec), why));
    }
    listener.step("did not start: " + why);
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
    listener.say(
        stack.name()
            + " is restarted: a service in it has ended, or an abandoned step may still be "
            + "running");
    saveLogs(stack.name());
    engine.stop(stack.name());
    up.put(spec, nextName(spec));
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

  private synchronized String nextName(StackSpec spec) {
    return spec.profile() + "-" + ++number;
  }

  /** Stops the stacks that are up, or partly up, and not among these. */
  void stopAllBut(Collection<StackSpec> specs) throws InterruptedException {
    for (StackSpec spec : List.copyOf(up.keySet())) {
      if (!specs.contains(spec)) {
        saveLogs(up.get(spec));
        engine.stop(up.remove(spec));
        running.remove(spec);
        listener.down(spec);
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
      engine.saveLogs(stack, book.folder().path().resolve("logs"));
    } catch (IOException | RuntimeException e) {
      Workers.throwIfInterrupted();
      book.met(
          new Obstacle(
              Kind.EVIDENCE, stack, "the services' logs could not be kept: " + e.getMessage()));
    }
    Workers.throwIfInterrupted();
  }

  boolean engineAnswers() {
    return engine.answers();
  }

  /** A stack, if it is usable. */
  Optional<Stack> find(StackSpec spec) {
    return Optional.ofNullable(running.get(spec));
  }

  /**
   * A usable stack.
   *
   * @throws IllegalStateException when it is not up
   */
  Stack get(StackSpec spec) {
    return find(spec).orElseThrow(() -> new IllegalStateException(names.get(spec) + " is not up"));
  }

  /** Every stack that was to be started, by its first name. */
  Map<StackSpec, String> names() {
    return names;
  }

  /** How many stacks were started, restarts included. */
  synchronized int number() {
    return number;
  }

  /** Why a stack did not start; empty if it did. */
  Optional<String> failure(StackSpec spec) {
    return Optional.ofNullable(failures.get(names.get(spec)));
  }
}
