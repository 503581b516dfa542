package dev.faultlab.report.diff;

import dev.faultlab.effect.Estimate;
import java.util.List;
import java.util.Optional;

/**
 * Two runs compared; A is before, B is after.
 *
 * @param a name of the first run
 * @param b name of the second run
 * @param lab of both
 * @param verdict whether something changed for the worse
 * @param reasons why, the decisive one first; never empty
 * @param reservations what makes the runs differ in more than what is to be compared
 * @param conditions provenance and parameters that differ
 * @param signatures one per signature of each pair of cells
 * @param metrics one per metric and label of each pair of cells
 * @param captures what the captures show, where both runs have them
 * @param notes on the comparison itself
 */
public record RunDiff(
    String a,
    String b,
    String lab,
    DiffVerdict verdict,
    List<String> reasons,
    List<String> reservations,
    List<Condition> conditions,
    List<SignatureChange> signatures,
    List<MetricChange> metrics,
    List<CaptureChange> captures,
    List<String> notes) {

  /** The direction of a change from A to B. */
  public enum Change {
    SAME,
    BETTER,
    WORSE,
    /** Not the same, and neither better nor worse. */
    DIFFERENT,
    UNKNOWN
  }

  /** Something that the runs were carried out under. */
  public record Condition(String name, String before, String after) {}

  /** A signature, as {@code present (serialised) 5/5}. */
  public record SignatureChange(
      String cell, String signature, String before, String after, Change change) {}

  /**
   * A metric.
   *
   * @param ratio of the medians, B over A, with its interval
   * @param p two-sided Mann-Whitney U
   */
  public record MetricChange(
      String cell,
      String metric,
      String title,
      String label,
      String unit,
      boolean higherIsBetter,
      Estimate before,
      Estimate after,
      Optional<Estimate> ratio,
      double p,
      Change change) {}

  /**
   * One figure of the captures over all trials: a value, the values seen, or their range.
   *
   * @param changed the values differ, or the ranges do not touch
   */
  public record CaptureChange(
      String cell, String figure, String before, String after, boolean changed) {}

  /** The answer and its exit status. */
  public enum DiffVerdict {
    NOT_WORSE(0),
    WORSE(1),
    CANNOT_TELL(2);

    private final int exitStatus;

    DiffVerdict(int exitStatus) {
      this.exitStatus = exitStatus;
    }

    public int exitStatus() {
      return exitStatus;
    }

    /** For people. */
    public String words() {
      return switch (this) {
        case NOT_WORSE -> "nothing changed for the worse";
        case WORSE -> "changed for the worse";
        case CANNOT_TELL -> "cannot tell";
      };
    }
  }
}
