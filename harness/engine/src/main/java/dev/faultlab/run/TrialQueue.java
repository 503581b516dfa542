package dev.faultlab.run;

import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Says which trial may begin. Two that go on at the same time are on two stacks: they share no
 * service and no network, so what a capture or a counter says of one does not depend on the other.
 * How long they take does; one that is measured goes on alone.
 */
final class TrialQueue {
  private final List<PlannedTrial> waiting;

  /** Stacks that can be used. */
  private final Set<StackSpec> open = new HashSet<>();

  /** Those on which a trial goes on. */
  private final Set<StackSpec> busy = new HashSet<>();

  /** Whether none may begin, as one is to go on alone. */
  private boolean alone;

  /**
   * @param trials in the order in which they are wanted
   */
  TrialQueue(List<PlannedTrial> trials) {
    this.waiting = new ArrayList<>(trials.stream().filter(trial -> !trial.alone()).toList());
  }

  /** A stack can be used from now on. */
  synchronized void open(StackSpec stack) {
    open.add(stack);
    notifyAll();
  }

  /**
   * Waits for the first trial whose stack is open and free, of those that need not go on alone.
   *
   * @return empty when none waits any more
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

  /**
   * Lets no other trial begin until one has {@link #ended} that goes on alone, and waits for it.
   */
  synchronized void awaitAlone() throws InterruptedException {
    alone = true;
    while (!busy.isEmpty()) {
      wait();
    }
  }

  /** A trial is over. */
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
