package dev.faultlab.run;

import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The stacks of one run, started side by side. */
final class StackSet {
  /** More at once only makes each of them slower: JVMs that start are bound by the CPU. */
  private static final int AT_ONCE = 3;

  /** Returns when a stack can be used, or throws StackException. */
  interface Gate {
    void await(Stack stack) throws InterruptedException, IOException;
  }

  private final Map<StackSpec, Stack> running = new LinkedHashMap<>();
  private final Map<StackSpec, String> names = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  /** Starts all; one that does not come up is a failure of the run, not an exception. */
  static StackSet start(
      Iterable<StackSpec> specs,
      Stacks starter,
      Map<String, ImageSource.Image> images,
      Gate gate,
      RunListener listener)
      throws InterruptedException {
    StackSet set = new StackSet();
    try (Workers workers = new Workers(AT_ONCE)) {
      Map<StackSpec, Future<Stack>> pending = new LinkedHashMap<>();
      int number = 0;
      for (StackSpec spec : specs) {
        String name = spec.profile() + "-" + ++number;
        set.names.put(spec, name);
        pending.put(
            spec,
            workers.submit(
                () -> {
                  Stack stack = starter.start(name, spec, variables(spec, images));
                  gate.await(stack);
                  return stack;
                }));
      }
      for (Map.Entry<StackSpec, Future<Stack>> entry : pending.entrySet()) {
        set.await(entry.getKey(), entry.getValue(), listener);
      }
    }
    return set;
  }

  private void await(StackSpec spec, Future<Stack> pending, RunListener listener)
      throws InterruptedException {
    try {
      Stack stack = pending.get();
      running.put(spec, stack);
      listener.step(stack.name() + " on " + stack.net() + ".0/24");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException();
      }
      // Whatever it was, the other stacks can still be measured.
      String why =
          e.getCause() instanceof StackException failed
              ? failed.getMessage()
              : "stack " + names.get(spec) + " did not start: " + e.getCause();
      failures.put(names.get(spec), why);
      listener.step("did not start: " + why);
    }
  }

  Optional<Stack> find(StackSpec spec) {
    return Optional.ofNullable(running.get(spec));
  }

  Map<StackSpec, Stack> running() {
    return running;
  }

  /** Every stack that was to be started. */
  Map<StackSpec, String> names() {
    return names;
  }

  /** Name of a stack that did not start, to why. */
  Map<String, String> failures() {
    return failures;
  }

  private static Map<String, String> variables(
      StackSpec spec, Map<String, ImageSource.Image> images) {
    Map<String, String> variables = new LinkedHashMap<>();
    spec.images().forEach((variable, role) -> variables.put(variable, images.get(role).name()));
    return variables;
  }
}
