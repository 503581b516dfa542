package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Value;
import dev.faultlab.result.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A metric in one place.
 *
 * @param place of the metric
 * @param measured metric
 * @param before at the team's version; empty if not measured
 * @param candidates one per candidate; empty if it was not run there
 */
public record MetricRow(
    @JsonUnwrapped LabPlace place,
    @JsonUnwrapped RowMetric measured,
    Optional<Estimate> before,
    List<Optional<MetricChange>> candidates) {

  /**
   * The metric of a row.
   *
   * @param metric id
   * @param title of the metric
   * @param within the load inside the trial; empty for a plain metric
   * @param unit of the estimates
   * @param higherIsBetter which direction is an improvement
   */
  public record RowMetric(
      String metric, String title, Map<String, Value> within, String unit, boolean higherIsBetter) {

    static RowMetric of(Measurement some) {
      return new RowMetric(
          some.metric(), some.title(), some.within(), some.unit(), some.higherIsBetter());
    }

    /** Metric and load. */
    public String name() {
      return metric + Numbers.load(within);
    }
  }

  /** The same with another change at each candidate. */
  MetricRow with(IntFunction<Optional<MetricChange>> change) {
    return new MetricRow(
        place, measured, before, IntStream.range(0, candidates.size()).mapToObj(change).toList());
  }

  /**
   * Its change at a candidate.
   *
   * @param after at the candidate; empty if not measured
   * @param ratio of the medians, candidate over team's version, with its interval
   * @param p two-sided Mann-Whitney U; empty if not tested
   * @param noise factor between two halves of one side, the larger of both sides: A against A;
   *     empty if there are too few trials
   * @param direction better, worse, the same or inconclusive
   * @param reason one sentence
   * @param accepted the team's acceptance of a regression
   */
  public record MetricChange(
      Optional<Estimate> after,
      Optional<Estimate> ratio,
      Optional<Double> p,
      Optional<Double> noise,
      Change direction,
      String reason,
      Optional<Acceptance> accepted) {

    /** A change with measurements on both sides. */
    static MetricChange of(MetricComparison of) {
      Optional<Estimate> after = Optional.of(of.effect().faultMedian());
      Optional<Double> p = Optional.of(of.effect().p());
      return new MetricChange(
          after, of.effect().ratio(), p, of.noise(), of.change(), of.reason(), Optional.empty());
    }

    /** A change that cannot be judged. */
    static MetricChange inconclusive(Optional<Estimate> after, String why) {
      Optional<Estimate> ratio = Optional.empty();
      Optional<Double> none = Optional.empty();
      return new MetricChange(after, ratio, none, none, Change.CANNOT_TELL, why, Optional.empty());
    }

    /** What it means for the answer. */
    @JsonIgnore
    public Bearing bearing() {
      return accepted.isPresent() ? Bearing.ACCEPTED : direction.bearing();
    }

    MetricChange withAcceptance(Optional<Acceptance> acceptance) {
      return new MetricChange(after, ratio, p, noise, direction, reason, acceptance);
    }
  }
}
