package dev.faultlab.stack;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a run needs from a container engine: {@link DockerRunEngine}, or none in tests. */
public interface RunEngine {

  /**
   * Removes what killed runs have left.
   *
   * @return a sentence on what was removed, or on what the engine keeps; a run can begin in either
   *     case. Empty if there was nothing
   * @throws StackException when the engine does not answer
   */
  String sweepDead();

  /** What is wrong with the services that a lab declares, before any of them is started. */
  List<String> problems(Lab lab) throws InterruptedException;

  /** Machine, engine and commit, for the result. */
  Map<String, String> provenance() throws InterruptedException;

  /**
   * Prepares what the stacks of a run share, before the first of them.
   *
   * @throws RuntimeException when no stack could start
   */
  void begin(String run) throws InterruptedException;

  /**
   * Starts a stack and waits until its services are up, without those that none of its trials
   * needs.
   *
   * @param run id of the run
   * @param name unique in its run
   * @param images compose variable to resolved image name
   * @param guests how those on a chosen kernel become ready
   * @throws StackException with the log of the service that did not come up
   */
  Stack start(
      Plan plan,
      StackSpec spec,
      String run,
      String name,
      Map<String, String> images,
      GuestStart guests)
      throws InterruptedException;

  /** Removes a stack, as far as it came up. */
  void stop(String run, String name);

  /** Whether the engine still answers. */
  boolean isReachable();

  /** Writes the logs of a stack's services into a folder. */
  void saveLogs(String run, String name, Path folder) throws InterruptedException, IOException;

  /** Removes everything of a run; false when nothing of it was left. */
  boolean sweep(String run);
}
