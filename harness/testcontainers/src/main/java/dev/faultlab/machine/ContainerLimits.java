package dev.faultlab.machine;

import java.util.List;

/**
 * What a container may take that faultlab starts beside a stack, as words of {@code docker run}. A
 * lab's own services have theirs in its compose file.
 */
public final class ContainerLimits {
  /** No capability at all: for what only reads and writes files of the user that it runs as. */
  public static final List<String> NO_CAPABILITY = List.of("--cap-drop", "ALL");

  private ContainerLimits() {}

  /**
   * The limits.
   *
   * @param mebibytes of memory; the kernel ends what takes more
   */
  public static List<String> words(int mebibytes) {
    return List.of(
        "--memory", mebibytes + "m",
        "--pids-limit", "2048",
        "--security-opt", "no-new-privileges:true");
  }
}
