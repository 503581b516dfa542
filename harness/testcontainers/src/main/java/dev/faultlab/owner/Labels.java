package dev.faultlab.owner;

import java.util.List;

/** Labels of containers; those of faultlab are on networks and volumes as well. */
public final class Labels {
  /** Id of the run, or {@code by-hand}. */
  public static final String RUN = "faultlab.run";

  /** The process that started it, as {@link Owner#label()}, or {@code none}. */
  public static final String OWNER = "faultlab.owner";

  /** Name of a stack within its run. */
  public static final String STACK = "faultlab.stack";

  /** The name of a service in compose.yaml; compose itself sets it. */
  public static final String SERVICE = "com.docker.compose.service";

  /** In place of a run's id: belongs to a process and to no run. */
  public static final String NO_RUN = "none";

  private Labels() {}

  /** Options of {@code docker run} and {@code docker create} that set our labels. */
  public static List<String> options(String run) {
    return List.of("--label", RUN + "=" + run, "--label", OWNER + "=" + Owner.current().label());
  }
}
