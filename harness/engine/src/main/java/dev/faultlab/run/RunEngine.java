package dev.faultlab.run;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.stack.Stacks;
import java.util.List;
import java.util.Map;

/** What a run needs of a container engine, so that it can also be tried without one. */
public interface RunEngine {

  /**
   * Takes away what killed runs have left.
   *
   * @return a sentence on what went, or on what the engine keeps: a run can begin beside it. Empty
   *     where there was nothing
   * @throws dev.faultlab.stack.StackException when the engine does not answer
   */
  String sweepDead();

  /** What is wrong with the services that a lab declares, before any of them is started. */
  List<String> problems(Lab lab) throws InterruptedException;

  /**
   * Where the stacks of a run come from.
   *
   * @param guests how those that run on a kernel of choice come to be ready
   */
  Stacks stacks(Lab lab, String run, GuestStart guests);

  /** Takes everything of a run away; false when there was nothing left of it. */
  boolean sweep(String run);

  /** Machine, engine and commit, for the result. */
  Map<String, String> provenance() throws InterruptedException;
}
