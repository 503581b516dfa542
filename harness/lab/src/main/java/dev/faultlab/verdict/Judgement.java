package dev.faultlab.verdict;

/** How an outcome stands to its expectation, and so the exit status of a run. */
public enum Judgement {
  AS_EXPECTED(0),
  CONTRADICTED(1),
  INCONCLUSIVE(2);

  private final int exitStatus;

  Judgement(int exitStatus) {
    this.exitStatus = exitStatus;
  }

  /** Status of {@code faultlab run}. */
  public int exitStatus() {
    return exitStatus;
  }
}
