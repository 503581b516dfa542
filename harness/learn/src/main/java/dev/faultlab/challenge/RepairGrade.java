package dev.faultlab.challenge;

import java.util.List;

/**
 * What a check came to.
 *
 * @param challenge that was checked
 * @param seen what the signature says of the trial as the lab declares it and of the one with the
 *     learner's files, a line each
 * @param findings what keeps the files from being a cure, in the order in which to mend them; empty
 *     when they are one
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
   * A fault that is still there, or a new one, decides; without one, an inconclusive finding leaves
   * it open.
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
