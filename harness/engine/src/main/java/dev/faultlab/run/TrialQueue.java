package dev.faultlab.run;

import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which trial may begin. Two trials at the same time run on two stacks without a common
 * service or network, so captures and counters of one do not depend on the other. Their durations
 * do, so a trial whose time is measured runs alone.
 */
final class TrialQueue {
  private final List<PlannedTrial> waiting;

  /** Stacks that are ready. */
  private final Set<StackSpec> open = new HashSet<>();

  /** Stacks on which a trial runs. */
  private final Set<StackSpec> busy = new HashSet<>();

  /** Whether no trial may begin, because one waits to run alone. */
  private boolean alone;

  /**
   * @param trials in the preferred order
   */
  TrialQueue(List<PlannedTrial> trials) {
    this.waiting = new ArrayList<>(trials.stream().filter(trial -> !trial.alone()).toList());
  }

  /** A stack is ready from now on. */
  synchronized void open(StackSpec stack) {
    open.add(stack);
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
        StackSpec stack = trial.cell().stack();
        if (!alone && open.contains(stack) && busy.add(stack)) {
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
    alone = true;
    while (!busy.isEmpty()) {
      wait();
    }
  }

  /** A trial has ended. */
  synchronized void ended(PlannedTrial trial) {
    if (trial.alone()) {
      alone = false;
    } else {
      busy.remove(trial.cell().stack());
    }
    notifyAll();
  }

  /** No trial begins any more. */
  synchronized void clear() {
    waiting.clear();
    notifyAll();
  }
}
