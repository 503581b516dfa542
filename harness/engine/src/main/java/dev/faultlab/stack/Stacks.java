package dev.faultlab.stack;

import dev.faultlab.plan.StackSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Where a run's stacks come from: the boundary between faultlab and a container engine. */
public interface Stacks {

  /**
   * Starts a stack and waits until its services are up.
   *
   * @param name unique in its run
   * @param images compose variable to resolved image name
   * @param idle services that are not started
   * @param memory service to its limit in MiB
   * @throws StackException with the log of the service that did not come up
   */
  Stack start(
      String name,
      StackSpec spec,
      Map<String, String> images,
      Set<String> idle,
      Map<String, Integer> memory)
      throws InterruptedException;

  /** Removes a stack, as far as it came up. */
  void stop(String name);

  /** Whether the engine still answers. */
  boolean answers();

  /** Writes the logs of a stack's services into a folder. */
  void saveLogs(String name, Path folder) throws InterruptedException, IOException;
}
