package dev.faultlab.run;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.plan.Wave;
import dev.faultlab.run.Conditions.Inspection;
import dev.faultlab.stack.Stack;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

/** Carries out a wave: starts its stacks, inspects them, and runs its trials. */
final class WaveRunner {
  /** More at once would only slow each down: starting JVMs is bound by the CPU. */
  private static final int STARTS_AT_ONCE = 3;

  private final Plan plan;
  private final RunState state;
  private final StackSet stacks;
  private final TrialRunner runner;
  private final RunListener listener;
  private final VerdictSoFar soFar;

  WaveRunner(RunState state, TrialRunner runner, RunListener listener) {
    this.plan = state.setup().plan();
    this.state = state;
    this.stacks = state.stacks();
    this.runner = runner;
    this.listener = listener;
    this.soFar = new VerdictSoFar(plan);
  }

  /**
   * Carries out a wave.
   *
   * @return whether the engine answered until the end
   */
  boolean carryOut(Wave wave) throws InterruptedException, IOException {
    TrialQueue queue = new TrialQueue(wave.trials());
    try (Trials trials = new Trials(queue, stacks, plan.lab(), runner, listener)) {
      trials.begin(wave.trials(), Trials.atOnce(plan));
      state.watch().begin(Stopwatch.STACKS);
      Map<StackSpec, Optional<Inspection>> started = start(wave, queue);
      state.keepObstacles();
      state.watch().begin(Stopwatch.CALIBRATION);
      inspect(started);
      state.keepObstacles();
      state.watch().begin(Stopwatch.AROUND);
      return carryOutAll(wave.trials(), trials);
    }
  }

  /**
   * Starts the stacks of a wave side by side, after removing those that it does not need.
   *
   * @return the stacks that are up now, each with its inspection; empty if the inspection follows
   *     later
   */
  private Map<StackSpec, Optional<Inspection>> start(Wave wave, TrialQueue queue)
      throws InterruptedException, IOException {
    wave.stacks().stream().filter(s -> stacks.find(s).isPresent()).forEach(queue::open);
    List<Wave> waves = state.setup().division().waves();
    int number = waves.indexOf(wave) + 1;
    if (number > 1) {
      stacks.stopAllBut(wave.stacks());
      Workers.throwIfInterrupted();
    }
    List<StackSpec> missing = stacks.missing(wave.stacks());
    String which = waves.size() == 1 ? "" : " of wave " + number + " of " + waves.size();
    listener.phase("stacks" + which, missing.size());
    Map<StackSpec, Optional<Inspection>> started = new LinkedHashMap<>();
    try (Workers workers = new Workers(STARTS_AT_ONCE)) {
      Map<StackSpec, Future<Optional<Inspection>>> pending = new LinkedHashMap<>();
      missing.forEach(spec -> pending.put(spec, workers.submit(() -> start(spec, queue))));
      for (StackSpec spec : missing) {
        try {
          Optional<Inspection> found = Workers.await(pending.get(spec));
          started.put(spec, found);
          Stack stack = found.map(Inspection::stack).orElseGet(() -> stacks.get(spec));
          listener.step(stack.name() + " on " + stack.net() + ".0/24");
        } catch (RuntimeException | IOException e) {
          stacks.failed(spec, e);
        }
      }
    }
    return started;
  }

  /**
   * In the short form a stack's trials begin as soon as it is up and inspected, while others still
   * start: only counts decide there, and other stacks cannot change them.
   */
  private Optional<Inspection> start(StackSpec spec, TrialQueue queue)
      throws InterruptedException, IOException {
    Stack stack = stacks.start(spec);
    if (Trials.oneByOne(plan)) {
      return Optional.empty();
    }
    Inspection found = state.conditions().inspect(stack);
    queue.open(spec);
    return Optional.of(found);
  }

  /** Inspects the stacks that were not inspected yet, and records all findings. */
  private void inspect(Map<StackSpec, Optional<Inspection>> started)
      throws InterruptedException, IOException {
    listener.phase("calibration", plan.lab().readings().calibrations().size() * started.size());
    for (StackSpec spec : started.keySet()) {
      Optional<Inspection> found = started.get(spec);
      state
          .conditions()
          .record(found.isPresent() ? found.get() : state.conditions().inspect(stacks.get(spec)));
    }
  }

  private boolean carryOutAll(List<PlannedTrial> planned, Trials trials)
      throws InterruptedException, IOException {
    listener.phase(RunListener.TRIALS, planned.size());
    for (PlannedTrial trial : planned) {
      if (stacks.find(trial.cell().stack()).isEmpty()) {
        listener.leftOut(trial);
        listener.step(trial.cell().id() + ": left out, its stack did not start");
      } else if (!carryOut(trial, trials)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the engine answered until the end. */
  private boolean carryOut(PlannedTrial trial, Trials trials)
      throws InterruptedException, IOException {
    String id = trial.cell().id();
    Logbook book = state.book();
    ObservedTrial observed = trials.take(trial);
    TrialEvidence evidence = observed.evidence();
    Workers.throwIfInterrupted();
    boolean gone = evidence.failure().isPresent() && !stacks.engineAnswers();
    book.carriedOut(trial, observed);
    String failure = evidence.failure().map(why -> ": " + why).orElse("");
    listener.step(id + " #" + trial.index() + failure);
    if (gone) {
      book.met(new Obstacle(Kind.ENGINE, id, "the Docker engine stopped answering during " + id));
      return false;
    }
    state.keep();
    soFar
        .after(book.observed(), cell -> state.conditions().ran(cell.stack()), book.obstacles())
        .ifPresent(listener::say);
    return true;
  }
}
