package dev.faultlab.stack;

/** Labels that compose.yaml puts on every container, network and volume. */
public final class Labels {
  /** Id of the run, or {@code by-hand}. */
  public static final String RUN = "faultlab.run";

  /** The process that started it, as {@link Owner#label()}, or {@code none}. */
  public static final String OWNER = "faultlab.owner";

  /** Which of a run's stacks. */
  public static final String STACK = "faultlab.stack";

  private Labels() {}
}
