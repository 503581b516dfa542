package dev.faultlab.run;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.Stack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Trials of a run, one after the other or side by side. Two that go on at the same time are on two
 * stacks: they share no service and no network, so what a capture or a counter says of one does not
 * depend on the other. How long they take does; one that is measured goes on alone.
 */
final class TrialQueue implements AutoCloseable {

  /** Carries out a trial on its stack. */
  interface Carrier {
    TrialEvidence carry(PlannedTrial trial, Stack stack) throws InterruptedException, IOException;
  }

  private final Map<PlannedTrial, CompletableFuture<TrialEvidence>> results = new LinkedHashMap<>();
  private final List<PlannedTrial> waiting;

  /** Stacks that can be used. */
  private final Set<StackSpec> open = new HashSet<>();

  /** Those on which a trial goes on. */
  private final Set<StackSpec> busy = new HashSet<>();

  /** Whether none may begin, as one is to go on alone. */
  private boolean held;

  private final StackSet stacks;
  private final Carrier carrier;
  private final Optional<Workers> workers;

  /**
   * Begins with those whose stack can be used as soon as it can be, but for those that go on alone:
   * each of them begins when it is taken.
   *
   * @param trials in the order in which they are wanted
   * @param atOnce how many at most
   */
  TrialQueue(List<PlannedTrial> trials, StackSet stacks, int atOnce, Carrier carrier) {
    this.stacks = stacks;
    this.carrier = carrier;
    this.waiting = new ArrayList<>(trials.stream().filter(trial -> !trial.alone()).toList());
    waiting.forEach(trial -> results.put(trial, new CompletableFuture<>()));
    this.workers = waiting.isEmpty() ? Optional.empty() : Optional.of(new Workers(atOnce));
    for (int i = 0; i < atOnce; i++) {
      workers.ifPresent(threads -> threads.submit(this::work));
    }
  }

  /** A stack can be used from now on. */
  synchronized void open(StackSpec stack) {
    open.add(stack);
    notifyAll();
  }

  /** Waits for a trial, whose stack has to be open; what it threw is thrown here. */
  TrialEvidence take(PlannedTrial trial) throws InterruptedException, IOException {
    if (trial.alone()) {
      return alone(trial);
    }
    try {
      return results.get(trial).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof InterruptedException) {
        throw new InterruptedException();
      }
      throw e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
    }
  }

  private TrialEvidence alone(PlannedTrial trial) throws InterruptedException, IOException {
    hold(true);
    try {
      awaitNothing();
      return carry(trial);
    } finally {
      hold(false);
    }
  }

  private synchronized void hold(boolean now) {
    held = now;
    notifyAll();
  }

  private synchronized void awaitNothing() throws InterruptedException {
    while (!busy.isEmpty()) {
      wait();
    }
  }

  /** Breaks off what still goes on, and waits for it. */
  @Override
  public void close() {
    synchronized (this) {
      waiting.clear();
    }
    workers.ifPresent(Workers::close);
  }

  private Void work() throws InterruptedException {
    for (Optional<PlannedTrial> next = next(); next.isPresent(); next = next()) {
      PlannedTrial trial = next.get();
      try {
        results.get(trial).complete(carry(trial));
      } catch (Exception | Error e) {
        results.get(trial).completeExceptionally(e);
      } finally {
        release(trial);
      }
    }
    return null;
  }

  /** The first that waits and whose stack is open and free; empty when none waits any more. */
  private synchronized Optional<PlannedTrial> next() throws InterruptedException {
    while (!waiting.isEmpty()) {
      for (PlannedTrial trial : waiting) {
        StackSpec stack = trial.cell().stack();
        if (!held && open.contains(stack) && busy.add(stack)) {
          waiting.remove(trial);
          return Optional.of(trial);
        }
      }
      wait();
    }
    return Optional.empty();
  }

  private synchronized void release(PlannedTrial trial) {
    busy.remove(trial.cell().stack());
    notifyAll();
  }

  private TrialEvidence carry(PlannedTrial trial) throws InterruptedException, IOException {
    return carrier.carry(trial, stacks.whole(trial.cell().stack()));
  }
}
