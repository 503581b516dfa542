package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.machine.Progress;
import dev.faultlab.observation.LabSignatures;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * One run of one lab after its {@link RunSetup}, in the order of this file: for each wave stacks,
 * calibration and trials, then the analysis; at the end the stacks are removed, whatever happened.
 * There is one wave, unless memory is short ({@link Waves}).
 */
public final class Run {
  /** More at once would only slow each down: starting JVMs is bound by the CPU. */
  private static final int STARTS_AT_ONCE = 3;

  private final RunSetup setup;
  private final Plan plan;
  private final List<RunListener> listeners;
  private final Stopwatch watch;
  private final Logbook book;
  private final StackSet stacks;
  private final StackInspector inspector;
  private final TrialRunner trials;
  private final LabSignatures signatures;

  private Run(RunSetup setup, List<RunListener> listeners) {
    this.setup = setup;
    this.plan = setup.plan();
    this.listeners = listeners;
    this.trials = new TrialRunner(setup.folder(), setup.underTest());
    this.signatures = new LabSignatures(plan.lab());
    this.watch = new Stopwatch(trials::loadSeconds);
    watch.add(Stopwatch.IMAGES, setup.imageSeconds());
    this.book = new Logbook(setup, watch);
    this.stacks = new StackSet(setup, book, listeners);
    // The stopwatch does not count the loads of calibrations.
    TrialRunner loads = new TrialRunner(setup.folder(), setup.underTest());
    this.inspector = new StackInspector(plan, loads, book, listeners);
  }

  /**
   * Carries out a run.
   *
   * @return its result, which is stored in its folder; without one, the folder says why
   * @throws InterruptedException when the user interrupts: no result
   */
  public static RunResult of(RunSetup setup, List<RunListener> listeners)
      throws IOException, InterruptedException {
    RunFolder folder = setup.folder();
    try {
      RunResult result = swept(setup, listeners);
      folder.write(ResultJson.FILE, new ResultJson().text(result));
      folder.finish();
      Files.deleteIfExists(folder.path().resolve(Checkpoint.FILE));
      return result;
    } catch (RuntimeException | IOException | InterruptedException e) {
      // Cleared before anything is written: an interrupted thread cannot write a file.
      if (Thread.interrupted() || e instanceof InterruptedException) {
        InterruptedException interrupted = new InterruptedException();
        interrupted.initCause(e);
        abandon(folder, RunSession.interruption(), interrupted);
        throw interrupted;
      }
      abandon(folder, "failed " + Instant.now() + ": " + e, e);
      throw e;
    }
  }

  /** This may fail if the disk is the problem. */
  private static void abandon(RunFolder folder, String why, Exception because) {
    try {
      folder.abandon(why);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  /** The result, after the stacks were removed. */
  private static RunResult swept(RunSetup setup, List<RunListener> more)
      throws IOException, InterruptedException {
    Progress progress = setup.host().progress();
    try (RunSession session = new RunSession(setup.folder(), setup.engine()::sweep, progress::end);
        ProgressListener shown = new ProgressListener(progress, setup.time())) {
      // Written at once: if the machine dies, a merge then knows what the run was to do.
      for (Map.Entry<String, String> file : setup.files().entrySet()) {
        setup.folder().write(file.getKey(), file.getValue());
      }
      List<RunListener> listeners = new ArrayList<>(List.of(shown));
      listeners.addAll(more);
      RunResult result = new Run(setup, listeners).result();
      listeners.forEach(l -> l.ended(result, setup.folder()));
      return result;
    }
  }

  /**
   * Waves, then the analysis. A failure on the way makes the result inconclusive, with the reason;
   * from the first trial on there is a result, whatever happens later.
   */
  private RunResult result() throws InterruptedException, IOException {
    listeners.forEach(l -> l.begins(setup.folder().id(), plan));
    book.keep();
    boolean goesOn = true;
    for (int i = 0; goesOn && i < setup.waves().size(); i++) {
      try {
        goesOn = wave(i);
      } catch (RuntimeException | IOException e) {
        Workers.throwIfInterrupted();
        brokeOff(e);
        goesOn = false;
      }
    }
    stacks.saveLogs();
    watch.begin(Stopwatch.ANALYSIS);
    phase("facts and signatures", 0);
    RunResult result = book.result();
    Workers.throwIfInterrupted();
    return result;
  }

  /**
   * Stacks, calibration, trials. In the full form each waits for the one before. In the short form
   * a stack's trials begin as soon as it is up and inspected, while others still start: only counts
   * decide there, and other stacks cannot change them.
   *
   * @return whether the engine answered until the end
   */
  private boolean wave(int number) throws InterruptedException, IOException {
    Plan wave = setup.waves().get(number);
    try (TrialQueue queue = new TrialQueue(wave.trials(), this::trial)) {
      queue.begin(TrialQueue.atOnce(plan));
      watch.begin(Stopwatch.STACKS);
      List<StackSpec> started = start(wave, number, queue);
      book.keepObstacles();
      if (TrialQueue.oneByOne(plan)) {
        watch.begin(Stopwatch.CALIBRATION);
        phase("calibration", plan.lab().readings().calibrations().size() * started.size());
        for (StackSpec spec : started) {
          inspector.inspect(stacks.get(spec));
        }
        book.keepObstacles();
      }
      watch.begin(Stopwatch.AROUND);
      return measure(wave.trials(), queue);
    }
  }

  /**
   * Starts the stacks of a wave side by side, after removing those that it does not need.
   *
   * @return the stacks that are up now
   */
  private List<StackSpec> start(Plan wave, int number, TrialQueue queue)
      throws InterruptedException, IOException {
    wave.stacks().stream().filter(stacks::isUp).forEach(queue::open);
    if (number > 0) {
      stacks.stopAllBut(wave.stacks());
      Workers.throwIfInterrupted();
    }
    List<StackSpec> missing = stacks.missing(wave.stacks());
    int waves = setup.waves().size();
    String which = waves == 1 ? "" : " of wave " + (number + 1) + " of " + waves;
    int calibrations = plan.lab().readings().calibrations().size();
    phase("stacks" + which, missing.size() * (TrialQueue.oneByOne(plan) ? 1 : 1 + calibrations));
    List<StackSpec> started = new ArrayList<>();
    try (Workers workers = new Workers(STARTS_AT_ONCE)) {
      Map<StackSpec, Future<Stack>> pending = new LinkedHashMap<>();
      missing.forEach(spec -> pending.put(spec, workers.submit(() -> start(spec, queue))));
      for (StackSpec spec : missing) {
        try {
          Stack stack = Workers.await(pending.get(spec));
          started.add(spec);
          step(stack.name() + " on " + stack.net() + ".0/24");
        } catch (RuntimeException | IOException e) {
          step("did not start: " + stacks.failed(spec, e));
        }
      }
    }
    return started;
  }

  private Stack start(StackSpec spec, TrialQueue queue) throws InterruptedException, IOException {
    Stack stack = stacks.start(spec);
    if (!TrialQueue.oneByOne(plan)) {
      inspector.inspect(stack);
      queue.open(spec);
    }
    return stack;
  }

  /** Whether the engine answered until the end. */
  private boolean measure(List<PlannedTrial> planned, TrialQueue queue)
      throws InterruptedException, IOException {
    phase(RunListener.TRIALS, planned.size());
    for (PlannedTrial trial : planned) {
      if (trial.alone() && book.decided(trial.cell())) {
        listeners.forEach(l -> l.leftOut(trial));
        step(trial.cell().id() + ": decided, the fault is present");
      } else if (!stacks.isUp(trial.cell().stack())) {
        listeners.forEach(l -> l.leftOut(trial));
        step(trial.cell().id() + ": left out, its stack did not start");
      } else if (!isRecorded(trial, queue.take(trial))) {
        return false;
      }
    }
    return true;
  }

  /** One trial: a whole stack, the load, what the signatures find. */
  private ObservedTrial trial(PlannedTrial trial) throws InterruptedException, IOException {
    Stack stack = stacks.whole(trial.cell().stack());
    listeners.forEach(l -> l.trialBegins(trial));
    ObservedTrial found =
        signatures.observe(trial.cell().variant(), trials.run(trial, plan.lab(), stack));
    listeners.forEach(l -> l.trialEnds(trial, found));
    return found;
  }

  /** Records a trial; false if the engine has stopped answering. */
  private boolean isRecorded(PlannedTrial trial, ObservedTrial observed)
      throws InterruptedException, IOException {
    String id = trial.cell().id();
    Optional<String> failure = observed.evidence().failure();
    Workers.throwIfInterrupted();
    boolean gone = failure.isPresent() && !setup.engine().answers();
    book.carriedOut(observed);
    step(id + " #" + trial.index() + failure.map(why -> ": " + why).orElse(""));
    if (gone) {
      book.met(Kind.ENGINE, id, "the Docker engine stopped answering during " + id);
      return false;
    }
    book.keep();
    book.verdictSoFar().ifPresent(said -> listeners.forEach(l -> l.say(said)));
    return true;
  }

  /**
   * Records as an obstacle what ended the trials.
   *
   * @throws StackException when there is no trial yet and the engine is gone; without a trial, any
   *     other exception is rethrown unchanged
   */
  private void brokeOff(Exception e) throws IOException {
    boolean gone = !setup.engine().answers();
    if (book.hasTrials()) {
      String why = gone ? ", the Docker engine stopped answering: " : ": ";
      book.met(gone ? Kind.ENGINE : Kind.EVIDENCE, "", "the run broke off" + why + e);
    } else if (gone) {
      throw new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
    } else if (e instanceof IOException io) {
      throw io;
    } else {
      throw (RuntimeException) e;
    }
  }

  private void phase(String title, int steps) {
    listeners.forEach(l -> l.phase(title, steps));
  }

  private void step(String what) {
    listeners.forEach(l -> l.step(what));
  }
}
