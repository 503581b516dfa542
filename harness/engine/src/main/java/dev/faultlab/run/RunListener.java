package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunResult;

/**
 * Receives the events of a run, for a person or a program that waits. Stack and trial events come
 * from several threads: trials run side by side, and in the short form they begin while other
 * stacks still start.
 */
public interface RunListener {
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
  default void phase(String title, int steps) {}

  /** News that a person wants before the end. */
  default void say(String message) {}

  /** A step of the phase is done. */
  default void step(String what) {}

  /** A stack is ready. */
  default void up(String stack, StackSpec spec) {}

  /** A stack is removed before the end of the run. */
  default void down(StackSpec spec) {}

  /** A trial begins. */
  default void trialBegins(PlannedTrial trial) {}

  /** A trial has left its evidence, and was observed. */
  default void trialEnds(PlannedTrial trial, ObservedTrial found) {}

  /** A trial is skipped: its stack did not start, or its point is decided. */
  default void leftOut(PlannedTrial trial) {}

  /** The run has its result, not yet written; its stacks are removed now. */
  default void ended(RunResult result, RunFolder folder) {}
}
