package dev.faultlab.run;

import dev.faultlab.lab.Lab;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.observation.TrialObserver;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out trials, one after the other or side by side, in the order of a queue. Those that need
 * not run alone begin in their own threads as soon as their stack is ready.
 */
final class Trials implements AutoCloseable {
  /** Most of a trial is waiting; more of them would keep two cores busy with starting programs. */
  private static final int SIDE_BY_SIDE = 3;

  private final TrialQueue queue;
  private final StackSet stacks;
  private final Lab lab;
  private final TrialRunner runner;
  private final TrialObserver observer;
  private final RunListener listener;
  private final Map<PlannedTrial, CompletableFuture<ObservedTrial>> results = new LinkedHashMap<>();
  private Optional<Workers> workers = Optional.empty();

  Trials(TrialQueue queue, StackSet stacks, Lab lab, TrialRunner runner, RunListener listener) {
    this.queue = queue;
    this.stacks = stacks;
    this.lab = lab;
    this.runner = runner;
    this.observer = new TrialObserver(lab);
    this.listener = listener;
  }

  /** How many trials of a plan run at once at most. */
  static int atOnce(Plan plan) {
    return oneByOne(plan) ? 1 : Math.min(SIDE_BY_SIDE, plan.stacks().size());
  }

  /** Whether each trial of a plan runs alone. */
  static boolean oneByOne(Plan plan) {
    return plan.trials().stream().allMatch(PlannedTrial::alone);
  }

  /**
   * Starts the trials that need not run alone.
   *
   * @param trials of the queue
   * @param atOnce how many at most
   */
  void begin(List<PlannedTrial> trials, int atOnce) {
    trials.stream()
        .filter(trial -> !trial.alone())
        .forEach(trial -> results.put(trial, new CompletableFuture<>()));
    if (!results.isEmpty()) {
      Workers threads = new Workers(atOnce);
      workers = Optional.of(threads);
      for (int i = 0; i < atOnce; i++) {
        threads.submit(this::work);
      }
    }
  }

  /** Waits for a trial, or carries it out now if it must run alone. Rethrows its exception. */
  ObservedTrial take(PlannedTrial trial) throws InterruptedException, IOException {
    if (!trial.alone()) {
      return Workers.await(results.get(trial));
    }
    try {
      queue.awaitAlone();
      return carryOut(trial);
    } finally {
      queue.ended(trial);
    }
  }

  private Void work() throws InterruptedException {
    for (var next = queue.next(); next.isPresent(); next = queue.next()) {
      PlannedTrial trial = next.get();
      try {
        results.get(trial).complete(carryOut(trial));
      } catch (Exception | Error e) {
        results.get(trial).completeExceptionally(e);
      } finally {
        queue.ended(trial);
      }
    }
    return null;
  }

  private ObservedTrial carryOut(PlannedTrial trial) throws InterruptedException, IOException {
    var stack = stacks.whole(trial.cell().stack());
    listener.trialBegins(trial);
    ObservedTrial found = observer.store(trial.cell(), runner.run(trial, lab, stack));
    listener.trialEnds(trial, found);
    return found;
  }

  /** Interrupts the trials that still run, and waits for them. */
  @Override
  public void close() {
    queue.clear();
    workers.ifPresent(Workers::close);
  }
}
