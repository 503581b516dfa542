package dev.faultlab.verdict;

/** The relation of an outcome to its expectation, and so the exit status of a run. */
public enum Judgement {
  AS_EXPECTED(0),
  CONTRADICTED(1),
  INCONCLUSIVE(2);

  private final int exitStatus;

  Judgement(int exitStatus) {
    this.exitStatus = exitStatus;
  }

  /** Exit status of {@code faultlab run}. */
  public int exitStatus() {
    return exitStatus;
  }
}
