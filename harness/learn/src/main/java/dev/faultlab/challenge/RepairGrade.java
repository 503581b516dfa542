package dev.faultlab.challenge;

import java.util.List;

/**
 * The outcome of a check.
 *
 * @param challenge that was checked
 * @param seen findings of the signature in the trial as declared and in the one with the learner's
 *     files, a line each
 * @param findings why the files are not a cure, in the order in which to fix them; empty if they
 *     are a cure
 */
public record RepairGrade(Challenge challenge, List<String> seen, List<RepairFinding> findings) {

  /** The answer, and the exit status. */
  public enum Answer {
    CURED(0),
    NOT_CURED(1),
    INCONCLUSIVE(2);

    private final int exitStatus;

    Answer(int exitStatus) {
      this.exitStatus = exitStatus;
    }

    public int exitStatus() {
      return exitStatus;
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
    return findings.stream().allMatch(f -> f.kind() == RepairFinding.Kind.INCONCLUSIVE)
        ? Answer.INCONCLUSIVE
        : Answer.NOT_CURED;
  }
}
