package dev.faultlab.run;

import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Decides which trial may begin. Two trials at the same time run on two stacks without a common
 * service or network, so captures and counters of one do not depend on the other. Their durations
 * do, so a trial whose time is measured runs alone.
 */
final class TrialQueue implements AutoCloseable {
  /** Most of a trial is waiting; more of them would keep two cores busy with starting programs. */
  private static final int MAX_PARALLEL_TRIALS = 3;

  /** The outcome of a trial. */
  interface Work {
    TrialEvidence run(PlannedTrial trial) throws InterruptedException, IOException;
  }

  private final Plan plan;
  private final List<PlannedTrial> waiting;
  private final Work work;
  private final Map<PlannedTrial, CompletableFuture<TrialEvidence>> results = new LinkedHashMap<>();
  private Optional<Workers> workers = Optional.empty();

  /** Stacks that are ready. */
  private final Set<StackSpec> ready = new HashSet<>();

  /** Stacks on which a trial runs. */
  private final Set<StackSpec> busyStacks = new HashSet<>();

  /** Whether no trial may begin, because one waits to run alone. */
  private boolean exclusiveWaiting;

  /**
   * @param plan with the trials in the preferred order
   */
  TrialQueue(Plan plan, Work work) {
    this.plan = plan;
    this.work = work;
    this.waiting = new ArrayList<>(plan.trials().stream().filter(trial -> !trial.alone()).toList());
  }

  /** How many trials of a plan run at once at most. */
  static int concurrency(Plan plan) {
    return oneByOne(plan) ? 1 : Math.min(MAX_PARALLEL_TRIALS, plan.stacks().size());
  }

  /** Whether each trial of a plan runs alone. */
  static boolean oneByOne(Plan plan) {
    return plan.trials().stream().allMatch(PlannedTrial::alone);
  }

  /** Starts threads for the trials that need not run alone; they wait for their stacks. */
  void begin(int atOnce) {
    waiting.forEach(trial -> results.put(trial, new CompletableFuture<>()));
    if (!results.isEmpty()) {
      Workers threads = new Workers(atOnce);
      workers = Optional.of(threads);
      for (int i = 0; i < atOnce; i++) {
        threads.submit(this::runWaiting);
      }
    }
  }

  private Void runWaiting() throws InterruptedException {
    for (var next = next(); next.isPresent(); next = next()) {
      PlannedTrial trial = next.get();
      try {
        results.get(trial).complete(work.run(trial));
      } catch (Exception | Error e) {
        results.get(trial).completeExceptionally(e);
      } finally {
        ended(trial);
      }
    }
    return null;
  }

  /** Waits for a trial, or carries it out now if it must run alone. Rethrows its exception. */
  TrialEvidence result(PlannedTrial trial) throws InterruptedException, IOException {
    if (!trial.alone()) {
      return Workers.await(results.get(trial));
    }
    try {
      awaitAlone();
      return work.run(trial);
    } finally {
      ended(trial);
    }
  }

  /** A stack is ready from now on. */
  synchronized void open(StackSpec stack) {
    ready.add(stack);
    notifyAll();
  }

  /**
   * Waits for the first trial whose stack is open and free, of those that need not run alone.
   *
   * @return empty when no trial waits any more
   */
  synchronized Optional<PlannedTrial> next() throws InterruptedException {
    while (!waiting.isEmpty()) {
      for (PlannedTrial trial : waiting) {
        StackSpec stack = stack(trial);
        if (!exclusiveWaiting && ready.contains(stack) && busyStacks.add(stack)) {
          waiting.remove(trial);
          return Optional.of(trial);
        }
      }
      wait();
    }
    return Optional.empty();
  }

  /** Waits for the next trial that must run alone; no other begins until it has {@link #ended}. */
  synchronized void awaitAlone() throws InterruptedException {
    exclusiveWaiting = true;
    while (!busyStacks.isEmpty()) {
      wait();
    }
  }

  /** A trial has ended. */
  synchronized void ended(PlannedTrial trial) {
    if (trial.alone()) {
      exclusiveWaiting = false;
    } else {
      busyStacks.remove(stack(trial));
    }
    notifyAll();
  }

  private StackSpec stack(PlannedTrial trial) {
    return plan.cell(trial.point()).stack();
  }

  /** Drops the waiting trials, so that none of them begins. */
  synchronized void clear() {
    waiting.clear();
    notifyAll();
  }

  /** Interrupts the trials that still run, and waits for them. */
  @Override
  public void close() {
    clear();
    workers.ifPresent(Workers::close);
  }
}
