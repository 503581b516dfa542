package dev.faultlab.run;

import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackStarter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
  private final List<String> failures = new ArrayList<>();

  /** Starts all; one that does not come up is a failure of the run, not an exception. */
  static StackSet start(
      Iterable<StackSpec> specs,
      StackStarter starter,
      Map<String, ImageSource.Image> images,
      Gate gate,
      RunListener listener)
      throws InterruptedException {
    StackSet set = new StackSet();
    ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
    try {
      Map<StackSpec, Future<Stack>> pending = new LinkedHashMap<>();
      int number = 0;
      for (StackSpec spec : specs) {
        String name = spec.profile() + "-" + ++number;
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
    } finally {
      workers.shutdownNow();
    }
    return set;
  }

  private void await(StackSpec spec, Future<Stack> pending, RunListener listener)
      throws InterruptedException {
    try {
      Stack stack = pending.get();
      running.put(spec, stack);
      listener.step(stack.name() + " on " + stack.subnet().prefix() + ".0/24");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StackException failed) {
        failures.add(failed.getMessage());
        listener.step("did not start: " + failed.getMessage());
      } else if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException();
      } else {
        throw new StackException("stack did not start: " + e.getCause(), e.getCause());
      }
    }
  }

  Optional<Stack> find(StackSpec spec) {
    return Optional.ofNullable(running.get(spec));
  }

  Map<StackSpec, Stack> running() {
    return running;
  }

  List<String> failures() {
    return failures;
  }

  private static Map<String, String> variables(
      StackSpec spec, Map<String, ImageSource.Image> images) {
    Map<String, String> variables = new LinkedHashMap<>();
    spec.images().forEach((variable, role) -> variables.put(variable, images.get(role).name()));
    return variables;
  }
}
