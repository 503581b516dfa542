package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.trial.Stopwatch;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * One run of one lab after its {@link RunSetup}, in the order of this file: for each wave stacks,
 * calibration and trials, then the analysis; at the end the stacks are removed, whatever happened.
 * There is one wave, unless memory is short ({@link Waves}).
 */
public final class Run {
  /** More at once would only slow each down: starting JVMs is bound by the CPU. */
  private static final int PARALLEL_STARTS = 3;

  private final RunSetup setup;
  private final Plan plan;
  private final RunProgress progress;
  private final Stopwatch watch = new Stopwatch();
  private final Logbook logbook;
  private final StackSet stacks;
  private final StackInspector inspector;
  private final TrialRunner trials;
  private final LabSignatures signatures;

  private Run(RunSetup setup, RunProgress runProgress) {
    this.setup = setup;
    this.plan = setup.plan();
    this.progress = runProgress;
    this.signatures = new LabSignatures(plan.lab());
    this.trials = new TrialRunner(setup.folder(), setup.underTest(), watch);
    watch.add(Stopwatch.IMAGES, setup.imageSeconds());
    this.logbook = new Logbook(setup, watch);
    this.stacks = new StackSet(setup, logbook, runProgress);
    // The stopwatch does not count the loads of calibrations.
    TrialRunner loads = new TrialRunner(setup.folder(), setup.underTest(), new Stopwatch());
    this.inspector = new StackInspector(plan, loads, logbook, runProgress);
  }

  /**
   * Carries out a run.
   *
   * @param feed receives events while they happen, from several threads
   * @param found receives the result, not yet written, before the stacks are removed
   * @return its result, which is stored in its folder; without one, the folder says why
   * @throws InterruptedException when the thread is interrupted: no result. After Ctrl-C it does
   *     not return: {@link RunSession} ends the run and the JVM
   */
  public static RunResult of(RunSetup setup, Consumer<RunEvent> feed, Consumer<RunResult> found)
      throws IOException, InterruptedException {
    RunFolder folder = setup.folder();
    try {
      RunResult result = swept(setup, feed, found);
      folder.write(ResultJson.FILE, ResultJson.text(result));
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
      abandon(folder, "failed " + RunFolder.now() + ": " + e, e);
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
  private static RunResult swept(RunSetup setup, Consumer<RunEvent> feed, Consumer<RunResult> found)
      throws IOException, InterruptedException {
    Progress progress = setup.host().progress();
    try (RunSession session = new RunSession(setup.folder(), setup.engine()::sweep, progress::end);
        RunProgress runProgress = new RunProgress(progress, setup.plan(), setup.time(), feed)) {
      setup.engine().begin(setup.folder().id());
      RunResult result = new Run(setup, runProgress).carryOut();
      found.accept(result);
      return result;
    }
  }

  /**
   * Waves, then the analysis. A failure on the way makes the result inconclusive, with the reason;
   * from the first trial on there is a result, whatever happens later.
   */
  private RunResult carryOut() throws InterruptedException, IOException {
    progress.begins(setup.folder().id());
    logbook.save();
    boolean goesOn = true;
    for (int i = 0; goesOn && i < setup.waves().size(); i++) {
      try {
        goesOn = wave(i);
      } catch (RuntimeException | IOException e) {
        Workers.throwIfInterrupted();
        recordFailure(e);
        goesOn = false;
      }
    }
    stacks.saveLogs();
    watch.begin(Stopwatch.ANALYSIS);
    progress.phase("facts and signatures", 0);
    RunResult result = logbook.result();
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
    try (TrialQueue queue = new TrialQueue(wave, this::carryOut)) {
      queue.begin(TrialQueue.concurrency(plan));
      watch.begin(Stopwatch.STACKS);
      List<Stack> started = start(wave, number, queue);
      logbook.saveObstacles();
      if (TrialQueue.oneByOne(plan)) {
        watch.begin(Stopwatch.CALIBRATION);
        progress.phase("calibration", plan.lab().readings().calibrations().size() * started.size());
        for (Stack stack : started) {
          inspector.inspect(stack);
        }
        logbook.saveObstacles();
      }
      watch.begin(Stopwatch.OUTSIDE_LOAD);
      return recordInOrder(wave.trials(), queue);
    }
  }

  /**
   * Starts the stacks of a wave side by side, after removing those that it does not need.
   *
   * @return the stacks that are up now
   */
  private List<Stack> start(Plan wave, int number, TrialQueue queue)
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
    progress.phase(
        "stacks" + which, missing.size() * (TrialQueue.oneByOne(plan) ? 1 : 1 + calibrations));
    List<Stack> started = new ArrayList<>();
    try (Workers workers = new Workers(PARALLEL_STARTS)) {
      Map<StackSpec, Future<Stack>> pending = new LinkedHashMap<>();
      missing.forEach(spec -> pending.put(spec, workers.submit(() -> start(spec, queue))));
      for (StackSpec spec : missing) {
        try {
          Stack stack = Workers.await(pending.get(spec));
          started.add(stack);
          progress.step(stack.name() + " on " + stack.net() + ".0/24");
        } catch (RuntimeException | IOException e) {
          progress.step("did not start: " + stacks.markFailed(spec, e));
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
  private boolean recordInOrder(List<PlannedTrial> planned, TrialQueue queue)
      throws InterruptedException, IOException {
    progress.phase(RunProgress.TRIALS, planned.size());
    for (PlannedTrial trial : planned) {
      Cell cell = plan.cell(trial.point());
      if (trial.alone() && logbook.decided(cell)) {
        progress.trialSkipped(trial, "decided, the fault is present");
      } else if (!stacks.isUp(cell.stack())) {
        progress.trialSkipped(trial, "left out, its stack did not start");
      } else if (!isRecorded(trial, queue.result(trial))) {
        return false;
      }
    }
    return true;
  }

  /** One trial: a whole stack, the load, what the signatures find. */
  private TrialEvidence carryOut(PlannedTrial trial) throws InterruptedException, IOException {
    Cell cell = plan.cell(trial.point());
    Stack stack = stacks.intactStack(cell.stack());
    progress.trialBegins(trial);
    TrialEvidence evidence = signatures.observe(cell.variant(), trials.run(trial, plan, stack));
    progress.trialEnds(trial);
    return evidence;
  }

  /** Records a trial; false if the engine has stopped answering. */
  private boolean isRecorded(PlannedTrial trial, TrialEvidence evidence)
      throws InterruptedException, IOException {
    String id = plan.cell(trial.point()).id();
    Optional<String> failure = evidence.failure();
    Workers.throwIfInterrupted();
    boolean engineGone = failure.isPresent() && !setup.engine().isReachable();
    logbook.carriedOut(evidence);
    progress.step(id + " #" + trial.index() + failure.map(why -> ": " + why).orElse(""));
    if (engineGone) {
      logbook.add(Kind.ENGINE, id, "the Docker engine stopped answering during " + id);
      return false;
    }
    logbook.save();
    logbook.verdictSoFar().ifPresent(progress::say);
    return true;
  }

  /**
   * Records as an obstacle what ended the trials.
   *
   * @throws StackException when there is no trial yet and the engine is gone; without a trial, any
   *     other exception is rethrown unchanged
   */
  private void recordFailure(Exception e) throws IOException {
    boolean engineGone = !setup.engine().isReachable();
    if (logbook.hasTrials()) {
      String why = engineGone ? ", the Docker engine stopped answering: " : ": ";
      logbook.add(engineGone ? Kind.ENGINE : Kind.EVIDENCE, "", "the run broke off" + why + e);
    } else if (engineGone) {
      throw new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
    } else if (e instanceof IOException io) {
      throw io;
    } else {
      throw (RuntimeException) e;
    }
  }
}
