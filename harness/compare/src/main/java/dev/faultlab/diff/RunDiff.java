package dev.faultlab.diff;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.FigureChange;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.result.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * Two runs compared; A is before, B is after.
 *
 * @param runs that are compared
 * @param decision whether something got worse, and why
 * @param context conditions of the comparison
 * @param signatures one per signature of each pair of points, and of each point that only B has
 * @param metrics one per metric and load of each pair of points
 * @param facts that decided the signatures
 * @param captures figures of the captures, if both runs have them
 */
public record RunDiff(
    Runs runs,
    Decision decision,
    Context context,
    List<SignatureChange> signatures,
    List<MetricChange> metrics,
    List<FigureChange> facts,
    List<FigureChange> captures) {

  /**
   * The two runs.
   *
   * @param a name of the first
   * @param b name of the second
   * @param lab of both
   * @param question in words: {@code from jdk 17 to jdk 25}, or one run against another
   */
  public record Runs(String a, String b, String lab, String question) {}

  /**
   * The conditions of a comparison.
   *
   * @param reservations differences beyond those that are compared
   * @param conditions provenance and parameters that differ
   * @param notes on the comparison itself
   */
  public record Context(
      List<String> reservations, List<Condition> conditions, List<String> notes) {}

  /** A condition of the runs, with its value in each. */
  public record Condition(String name, String before, String after) {}

  public Answer verdict() {
    return decision.verdict();
  }

  /** Why, the decisive reason first; never empty. */
  public List<String> reasons() {
    return decision.reasons();
  }

  /**
   * A signature, as {@code present 5/5 (serialised)}.
   *
   * @param reason why it is inconclusive although both sides were seen; empty otherwise
   */
  public record SignatureChange(
      String point,
      String signature,
      String before,
      String after,
      Change change,
      Optional<String> reason) {

    /** In one line. */
    public String line() {
      String seen = change == Change.NEW ? after : before + ", now " + after;
      boolean named = change == Change.NEW || change == Change.CONTRADICTED;
      String word = named ? ", " + change.words() : "";
      return "%s, %s: %s%s%s"
          .formatted(point, signature, seen, word, reason.map(why -> "; " + why).orElse(""));
    }
  }

  /**
   * A metric.
   *
   * @param decides whether the answer counts it
   */
  public record MetricChange(
      String point,
      Measurement before,
      Measurement after,
      MetricComparison comparison,
      boolean decides) {

    /** Metric and load. */
    public String name() {
      String load = load();
      return before.metric() + (load.isEmpty() ? "" : ", " + load);
    }

    /** Load inside the trial, {@code threads 8}; empty for a plain metric. */
    public String load() {
      return new Point("", before.within()).settings();
    }

    public Change change() {
      return comparison.change();
    }

    public Effect effect() {
      return comparison.effect();
    }

    public String ratio() {
      return MetricComparison.ratio(change(), effect().ratio());
    }

    /** The change for a table; in brackets if it does not decide. */
    public String shown() {
      return change() == Change.SAME
          ? ""
          : decides ? change().words(change().bearing()) : "(" + change().words() + ")";
    }

    /** In one line. */
    public String line() {
      return "%s, %s: %s, now %s, %s (%s)"
          .formatted(
              point,
              name(),
              Numbers.show(before.estimate(), before.unit()),
              Numbers.show(after.estimate(), after.unit()),
              ratio(),
              Numbers.p(effect().p()));
    }
  }
}
