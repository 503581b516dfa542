package dev.faultlab.exercise;

import java.util.List;

/**
 * The outcome of a check.
 *
 * @param repair that was checked
 * @param seen findings of the signature in the trial as declared and in the one with the learner's
 *     files, a line each
 * @param findings why the files are not a cure, in the order in which to fix them; empty if they
 *     are a cure
 */
public record RepairGrade(
    Exercise<Repair> repair, List<String> seen, List<RepairFinding> findings) {

  /** The answer, and the exit status. */
  public enum Answer {
    CURED(0, "fixed"),
    NOT_CURED(1, "not fixed"),
    INCONCLUSIVE(2, "inconclusive");

    private final int exitStatus;
    private final String word;

    Answer(int exitStatus, String word) {
      this.exitStatus = exitStatus;
      this.word = word;
    }

    public int exitStatus() {
      return exitStatus;
    }

    public String word() {
      return word;
    }
  }

  /**
   * A fault that remains, or a new one, decides. Otherwise an inconclusive finding makes the answer
   * inconclusive.
   */
  public Answer answer() {
    if (findings.isEmpty()) {
      return Answer.CURED;
    }
    return findings.stream().allMatch(RepairFinding::isInconclusive)
        ? Answer.INCONCLUSIVE
        : Answer.NOT_CURED;
  }
}
