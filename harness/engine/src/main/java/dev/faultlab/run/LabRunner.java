package dev.faultlab.run;

import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.plan.Wave;
import dev.faultlab.result.RunResult;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** One run of one lab, from plan to result: wave by wave, then the analysis. */
final class LabRunner {
  private final RunSetup setup;
  private final RunState state;
  private final WaveRunner waves;
  private final RunListener listener;

  /**
   * @param before the run's definition, and what earlier processes have done of it
   */
  LabRunner(RunSetup setup, Checkpoint before, RunListener listener) {
    this.setup = setup;
    this.listener = listener;
    Plan plan = setup.plan();
    TrialRunner trials = new TrialRunner(setup.folder(), setup.underTest());
    Logbook book = new Logbook(setup.folder(), plan, before);
    Stacks stacks = setup.engine().stacks(plan.lab(), setup.folder().id(), setup.guests());
    ReadyStacks starter = new ReadyStacks(plan, setup.folder(), stacks, setup.images());
    Calibrator calibrator =
        new Calibrator(
            plan.lab(), setup.folder(), new TrialRunner(setup.folder(), setup.underTest()));
    this.state =
        new RunState(
            setup,
            book,
            new StackSet(starter, book, listener),
            new Conditions(plan, calibrator, book, listener),
            new Stopwatch(trials::loadSeconds));
    this.waves = new WaveRunner(state, trials, listener);
    resume(before.done());
  }

  private void resume(Checkpoint.Done before) {
    Map<StackSpec, String> names = new LinkedHashMap<>();
    for (Checkpoint.Up up : before.stacks().up()) {
      StackSpec spec = setup.plan().cell(up.point()).stack();
      names.put(spec, up.stack().name());
      state.conditions().ranBefore(spec, up.stack().ran());
    }
    state.stacks().resume(names, before.stacks().started());
    before.wallTime().forEach(state.watch()::add);
  }

  /**
   * Carries out the plan. A failure on the way makes the result inconclusive, with the reason; from
   * the first trial on there is a result, whatever happens later.
   *
   * @throws InterruptedException when the user interrupts: no result
   */
  RunResult run() throws InterruptedException, IOException {
    state.watch().add(Stopwatch.IMAGES, setup.imageSeconds());
    listener.begins(setup.folder().id(), setup.plan());
    state.keep();
    for (Wave wave : setup.division().waves()) {
      if (!carriedOut(wave)) {
        break;
      }
    }
    state.stacks().saveLogs();
    state.watch().begin(Stopwatch.ANALYSIS);
    listener.phase("facts and signatures", 0);
    RunResult result = state.result();
    Workers.throwIfInterrupted();
    return result;
  }

  /** Whether the run can continue after it. */
  private boolean carriedOut(Wave wave) throws InterruptedException, IOException {
    try {
      return waves.carryOut(wave);
    } catch (RuntimeException | IOException e) {
      Workers.throwIfInterrupted();
      brokeOff(e);
      return false;
    }
  }

  /**
   * Records as an obstacle what ended the trials.
   *
   * @throws StackException when there is no trial yet and the engine is gone; without a trial, any
   *     other exception is rethrown unchanged
   */
  private void brokeOff(Exception e) throws IOException {
    boolean gone = !state.stacks().engineAnswers();
    if (state.book().trials().isEmpty()) {
      if (gone) {
        throw new StackException("the Docker engine stopped answering: " + e.getMessage(), e);
      }
      if (e instanceof IOException io) {
        throw io;
      }
      throw (RuntimeException) e;
    }
    state
        .book()
        .met(
            new Obstacle(
                gone ? Kind.ENGINE : Kind.EVIDENCE,
                "",
                "the run broke off"
                    + (gone ? ", the Docker engine stopped answering: " : ": ")
                    + e));
  }
}
