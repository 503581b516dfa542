package dev.faultlab.diff;

import dev.faultlab.effect.Estimate;
import dev.faultlab.upgrade.Answer;
import dev.faultlab.upgrade.Change.Bearing;
import java.util.List;
import java.util.Optional;

/**
 * Two runs compared; A is before, B is after.
 *
 * @param a name of the first run
 * @param b name of the second run
 * @param lab of both
 * @param question in words: {@code from jdk 17 to jdk 25}, or that it is two runs
 * @param verdict whether something got worse
 * @param reasons why, the decisive one first; never empty
 * @param reservations what makes the runs differ in more than what is to be compared
 * @param conditions provenance and parameters that differ
 * @param signatures one per signature of each pair of points, and of each point that only B has
 * @param metrics one per metric and load of each pair of points
 * @param facts what the signatures decided by
 * @param captures what the captures show, where both runs have them
 * @param notes on the comparison itself
 */
public record RunDiff(
    String a,
    String b,
    String lab,
    String question,
    Answer verdict,
    List<String> reasons,
    List<String> reservations,
    List<Condition> conditions,
    List<SignatureChange> signatures,
    List<MetricChange> metrics,
    List<FigureChange> facts,
    List<FigureChange> captures,
    List<String> notes) {

  /** A change from A to B. */
  public enum Change {
    SAME("same", Bearing.FINE),
    BETTER("better", Bearing.FINE),
    /** In capitals where somebody has to look. */
    WORSE("WORSE", Bearing.WORSE),
    /** The same for another reason. */
    DIFFERENT("other reason", Bearing.FINE),
    UNKNOWN("cannot tell", Bearing.OPEN),
    /** B shows what the lab does not expect there, and that is not a fault that A had not. */
    CONTRADICTED("contradicted in B", Bearing.OPEN),
    /** A has nothing to hold it against. */
    NEW("only in B", Bearing.OPEN);

    private final String words;
    private final Bearing bearing;

    Change(String words, Bearing bearing) {
      this.words = words;
      this.bearing = bearing;
    }

    /** For people. */
    public String words() {
      return words;
    }

    public Bearing bearing() {
      return bearing;
    }
  }

  /** Something that the runs were carried out under. */
  public record Condition(String name, String before, String after) {}

  /**
   * A signature, as {@code present (serialised) 5/5}.
   *
   * @param reason why it cannot be told although both sides were seen; empty otherwise
   */
  public record SignatureChange(
      String point,
      String signature,
      String before,
      String after,
      Change change,
      Optional<String> reason) {}

  /**
   * A metric.
   *
   * @param load inside the trial, {@code threads 8}; empty for a plain metric
   * @param ratio of the medians, B over A, with its interval
   * @param p two-sided Mann-Whitney U
   * @param decides whether the answer counts it
   */
  public record MetricChange(
      String point,
      String metric,
      String title,
      String load,
      String unit,
      boolean higherIsBetter,
      Estimate before,
      Estimate after,
      Optional<Estimate> ratio,
      double p,
      Change change,
      boolean decides) {}

  /**
   * One figure over all trials of a point: a value, the values seen, or their range.
   *
   * @param changed the values differ, or the ranges do not touch
   */
  public record FigureChange(
      String point, String figure, String before, String after, boolean changed) {}
}
