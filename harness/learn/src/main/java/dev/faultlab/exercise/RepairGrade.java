package dev.faultlab.exercise;

import dev.faultlab.verdict.Judgement;
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

  /**
   * As expected if the files are a fix. A fault that remains, or a new one, decides; otherwise an
   * inconclusive finding makes the answer inconclusive.
   */
  public Judgement answer() {
    if (findings.isEmpty()) {
      return Judgement.AS_EXPECTED;
    }
    return findings.stream().allMatch(each -> each.key().startsWith(RepairFinding.INCONCLUSIVE))
        ? Judgement.INCONCLUSIVE
        : Judgement.CONTRADICTED;
  }

  /** The answer in a word. */
  public String word() {
    return switch (answer()) {
      case AS_EXPECTED -> "fixed";
      case CONTRADICTED -> "not fixed";
      case INCONCLUSIVE -> "inconclusive";
    };
  }
}
