package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunResult;
import dev.faultlab.trial.CaptureWatch;

/**
 * Hears how a run goes on, for a person who waits. Of stacks that come up and of trials it hears
 * from several threads: some go on side by side, and in the short form trials begin while other
 * stacks still start.
 */
public interface RunListener extends AutoCloseable {
  /** The phase in which a step is a trial. */
  String TRIALS = "trials";

  /** A run has its folder, and nothing else yet. */
  default void begins(String run, Plan plan) {}

  /**
   * A phase begins; the one before it is over.
   *
   * @param title of the phase
   * @param steps how many steps it will have; 0 when that is not known
   */
  void phase(String title, int steps);

  /** Something that a person wants to know before the end. */
  void say(String message);

  /** A step of the phase is done. */
  void step(String what);

  /** A stack can be used from now on. */
  default void up(String stack, StackSpec spec) {}

  /** A stack is taken away before the end of the run. */
  default void down(StackSpec spec) {}

  /** A trial is carried out from now on. */
  default void trialBegins(PlannedTrial trial) {}

  /** A trial has left its evidence, and was observed. */
  default void trialEnds(PlannedTrial trial, ObservedTrial found) {}

  /** A trial is not carried out, because its stack did not start. */
  default void leftOut(PlannedTrial trial) {}

  /** The run has its result, which is not written yet; its stacks are taken away now. */
  default void ended(RunResult result, RunFolder folder) {}

  /** Who sees captures while they grow. */
  default CaptureWatch watch() {
    return CaptureWatch.NONE;
  }

  @Override
  default void close() {}
}
