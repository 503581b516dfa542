package dev.faultlab.run;

import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The stacks of one run, those of a wave started side by side. */
final class StackSet {
  /** More at once only makes each of them slower: JVMs that start are bound by the CPU. */
  static final int AT_ONCE = 3;

  /** Returns when a stack can be used, or throws StackException. */
  interface Gate {
    void await(Stack stack) throws InterruptedException, IOException;

    /** Hears of a stack that is put up anew because it is not whole. */
    default void broken(Stack stack) {}

    /** Hears of a stack that is about to be taken away, whether it came up or not. */
    default void leaving(String stack) throws InterruptedException {}
  }

  /** Hears of a stack that has come up, in the thread that started it. */
  interface Opening {
    void opened(Stack stack) throws InterruptedException, IOException;
  }

  private final Plan plan;
  private final Stacks starter;
  private final Map<Requirement, ImageSource.Image> images;
  private final Gate gate;
  private final RunListener listener;
  private final Map<StackSpec, Stack> running = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<StackSpec, String> names = new LinkedHashMap<>();
  private final Map<StackSpec, String> up = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, String> failures = new LinkedHashMap<>();
  private int number;

  StackSet(
      Plan plan,
      Stacks starter,
      Map<Requirement, ImageSource.Image> images,
      Gate gate,
      RunListener listener) {
    this.plan = plan;
    this.starter = starter;
    this.images = images;
    this.gate = gate;
    this.listener = listener;
  }

  /** Goes on where an earlier process ended: stacks keep the names that they had first. */
  void goOn(Map<StackSpec, String> names, int number) {
    this.names.putAll(names);
    this.number = number;
  }

  /**
   * Starts those that are not up yet, and returns when all have come up or failed; one that does
   * not come up is a failure of the run, not an exception.
   *
   * @param opening hears of each that has come up, while others still start
   */
  void start(Collection<StackSpec> specs, Opening opening) throws InterruptedException {
    try (Workers workers = new Workers(AT_ONCE)) {
      Map<StackSpec, Future<Stack>> pending = new LinkedHashMap<>();
      for (StackSpec spec : specs) {
        if (up.containsKey(spec)) {
          continue;
        }
        String name = nextName(spec);
        names.putIfAbsent(spec, name);
        up.put(spec, name);
        pending.put(
            spec,
            workers.submit(
                () ->
                    bringUp(
                        name,
                        spec,
                        stack -> {
                          running.put(spec, stack);
                          listener.up(stack.name(), spec);
                          opening.opened(stack);
                        })));
      }
      for (Map.Entry<StackSpec, Future<Stack>> entry : pending.entrySet()) {
        await(entry.getKey(), entry.getValue());
      }
    }
  }

  /**
   * A stack that is up, put up anew where one of its services has ended since, or a step that was
   * given up may go on: what a trial breaks is not broken for the next one, which may be another
   * version's.
   *
   * @throws StackException when it does not come up again
   */
  Stack whole(StackSpec spec) throws InterruptedException, IOException {
    Stack stack = running.get(spec);
    if (isWhole(stack)) {
      return stack;
    }
    gate.broken(stack);
    gate.leaving(stack.name());
    starter.stop(stack.name());
    String name = nextName(spec);
    up.put(spec, name);
    return bringUp(name, spec, again -> running.put(spec, again));
  }

  /**
   * Puts a stack up.
   *
   * @param opening hears of it when it is ready
   * @throws StackException when it does not come up, which is said of the engine where that is why
   */
  private Stack bringUp(String name, StackSpec spec, Opening opening)
      throws InterruptedException, IOException {
    try {
      Stack stack = starter.start(name, spec, variables(spec), plan.idle(spec));
      gate.await(stack);
      opening.opened(stack);
      return stack;
    } catch (StackException e) {
      throw e;
    } catch (RuntimeException e) {
      // Whatever the client throws: mostly that of the transport, which says nothing of an engine.
      throw new StackException(
          "stack "
              + name
              + " did not start: the Docker engine does not answer, or refuses: "
              + e.getMessage(),
          e);
    }
  }

  /** Where the engine does not answer, the trial will find out. */
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

  /** Takes away those that are up and not among these, also where they did not come up whole. */
  void keep(Collection<StackSpec> specs) throws InterruptedException {
    for (StackSpec spec : List.copyOf(up.keySet())) {
      if (!specs.contains(spec)) {
        gate.leaving(up.get(spec));
        starter.stop(up.remove(spec));
        running.remove(spec);
        listener.down(spec);
      }
    }
  }

  private void await(StackSpec spec, Future<Stack> pending) throws InterruptedException {
    try {
      Stack stack = pending.get();
      listener.step(stack.name() + " on " + stack.net() + ".0/24");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException();
      }
      // Whatever it was, the other stacks can still be measured.
      running.remove(spec);
      String why =
          e.getCause() instanceof StackException failed
              ? failed.getMessage()
              : "stack " + up.get(spec) + " did not start: " + e.getCause();
      failures.put(names.get(spec), why);
      listener.step("did not start: " + why);
    }
  }

  Optional<Stack> find(StackSpec spec) {
    return Optional.ofNullable(running.get(spec));
  }

  /**
   * A stack that is up.
   *
   * @throws IllegalStateException when it is not
   */
  Stack get(StackSpec spec) {
    return find(spec).orElseThrow(() -> new IllegalStateException(names.get(spec) + " is not up"));
  }

  /** Every stack that was to be started, by the name that it had first. */
  Map<StackSpec, String> names() {
    return names;
  }

  /** Names of those that are up, and of those that did not come up whole. */
  List<String> up() {
    return List.copyOf(up.values());
  }

  /** How many have been started, those that were started again included. */
  synchronized int number() {
    return number;
  }

  /** Stacks that did not start, by the name that they had first, to why. */
  Map<String, String> failures() {
    return failures;
  }

  private Map<String, String> variables(StackSpec spec) {
    Map<String, String> variables = new LinkedHashMap<>();
    plan.images(spec).forEach((variable, one) -> variables.put(variable, images.get(one).name()));
    return variables;
  }
}
