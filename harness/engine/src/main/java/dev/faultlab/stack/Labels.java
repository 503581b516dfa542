package dev.faultlab.stack;

/** Labels of containers; those of faultlab are on networks and volumes as well. */
public final class Labels {
  /** Id of the run, or {@code by-hand}. */
  public static final String RUN = "faultlab.run";

  /** The process that started it, as {@link Owner#label()}, or {@code none}. */
  public static final String OWNER = "faultlab.owner";

  /** Which of a run's stacks. */
  public static final String STACK = "faultlab.stack";

  /** The name of a service in compose.yaml; put there by compose itself. */
  public static final String SERVICE = "com.docker.compose.service";

  private Labels() {}
}
