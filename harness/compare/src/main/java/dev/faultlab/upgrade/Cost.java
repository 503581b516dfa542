package dev.faultlab.upgrade;

import dev.faultlab.effect.Estimate;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A metric in one place.
 *
 * @param lab name
 * @param variant id
 * @param at its settings beside the components
 * @param metric id
 * @param title of the metric
 * @param within which of a series: the load inside the trial; empty for a plain metric
 * @param unit of the estimates
 * @param higherIsBetter which direction is an improvement
 * @param before at the team's version; empty where nothing was measured
 * @param candidates one per candidate; empty where it was not run there
 */
public record Cost(
    String lab,
    String variant,
    Map<String, Value> at,
    String metric,
    String title,
    Map<String, Value> within,
    String unit,
    boolean higherIsBetter,
    Optional<Estimate> before,
    List<Optional<Shift>> candidates) {

  Cost candidates(List<Optional<Shift>> shifts) {
    return new Cost(lab, variant, at, metric, title, within, unit, higherIsBetter, before, shifts);
  }

  /**
   * What became of it.
   *
   * @param after at the candidate; empty where nothing was measured
   * @param ratio of the medians, candidate over team's version, with its interval
   * @param p two-sided Mann-Whitney U; empty where nothing was tested
   * @param noise by what factor two halves of one side differ, the larger of both sides: A against
   *     A; empty where there are too few trials
   * @param direction better, worse or neither
   * @param reason one sentence
   * @param accepted what the team says of it, where it got worse
   */
  public record Shift(
      Optional<Estimate> after,
      Optional<Estimate> ratio,
      Optional<Double> p,
      Optional<Double> noise,
      Direction direction,
      String reason,
      Optional<Acceptance> accepted) {

    Shift(
        Optional<Estimate> after,
        Optional<Estimate> ratio,
        Optional<Double> p,
        Optional<Double> noise,
        Direction direction,
        String reason) {
      this(after, ratio, p, noise, direction, reason, Optional.empty());
    }

    Shift accepted(Optional<Acceptance> by) {
      return new Shift(after, ratio, p, noise, direction, reason, by);
    }
  }

  /** Where a metric went. */
  public enum Direction {
    WORSE("worse"),
    BETTER("better"),
    SAME("same"),
    CANNOT_TELL("cannot tell");

    private final String words;

    Direction(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }
}
