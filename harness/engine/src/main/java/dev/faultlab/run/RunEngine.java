package dev.faultlab.run;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.stack.Stacks;
import java.util.List;
import java.util.Map;

/** What a run needs from a container engine; tests run without one. */
public interface RunEngine {

  /**
   * Removes what killed runs have left.
   *
   * @return a sentence on what was removed, or on what the engine keeps; a run can begin in either
   *     case. Empty if there was nothing
   * @throws dev.faultlab.stack.StackException when the engine does not answer
   */
  String sweepDead();

  /** What is wrong with the services that a lab declares, before any of them is started. */
  List<String> problems(Lab lab) throws InterruptedException;

  /**
   * Where the stacks of a run come from.
   *
   * @param guests how those on a chosen kernel become ready
   */
  Stacks stacks(Lab lab, String run, GuestStart guests);

  /** Removes everything of a run; false when nothing of it was left. */
  boolean sweep(String run);

  /** Machine, engine and commit, for the result. */
  Map<String, String> provenance() throws InterruptedException;
}
