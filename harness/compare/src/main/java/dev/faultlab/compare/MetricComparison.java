package dev.faultlab.compare;

import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Median;
import dev.faultlab.result.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How a metric changed between two sides.
 *
 * @param effect the second side over the first
 * @param noise factor between two halves of one side, the larger of both sides: A against A; empty
 *     if it was not measured, or has no bound
 * @param change worse, better, the same or inconclusive
 * @param reason one sentence
 */
public record MetricComparison(
    Effect effect, Optional<Double> noise, Change change, String reason) {
  private static final double SIGNIFICANT = 0.05;

  /**
   * Stricter, for trials that were not interleaved: at 5 against 5, all samples of one side lie
   * outside the other's range.
   */
  private static final double SIGNIFICANT_APART = 0.01;

  /**
   * For two sides that were not interleaved: any other change on the machine in between is part of
   * the difference.
   *
   * @param threshold relative change below which a metric counts as the same, e.g. 0.1
   */
  public static MetricComparison separate(Measurement before, Measurement after, double threshold) {
    Effect effect = Effects.between(after, before);
    int n = Math.min(before.samples().size(), after.samples().size());
    return n < Effect.MINIMUM_SAMPLES
        ? inconclusive(effect, tooFew(n, "a side"))
        : of(effect, Optional.empty(), SIGNIFICANT_APART, threshold, before.higherIsBetter());
  }

  /** For two interleaved sides, each measured twice, so that its halves show the noise. */
  public static MetricComparison interleaved(
      Measurement before, Measurement after, double threshold) {
    Effect effect = Effects.between(after, before);
    int half = Math.min(before.samples().size(), after.samples().size()) / 2;
    if (half < Effect.MINIMUM_SAMPLES) {
      return inconclusive(effect, tooFew(half, "half of a side"));
    }
    double halves = Math.max(halvesFactor(before.samples()), halvesFactor(after.samples()));
    Optional<Double> noise = Optional.of(halves).filter(Double::isFinite);
    return effect.p() < SIGNIFICANT && noise.isEmpty()
        ? inconclusive(effect, "the two halves of one side have no finite ratio")
        : of(effect, noise, SIGNIFICANT, threshold, before.higherIsBetter());
  }

  private static MetricComparison of(
      Effect effect, Optional<Double> noise, double significant, double threshold, boolean higher) {
    double limit = Math.max(1 + threshold, noise.orElse(0.0));
    if (effect.p() >= significant || !effect.exceeds(limit)) {
      String reason = "within noise or the limit" + Numbers.unseen(effect, limit);
      return new MetricComparison(effect, noise, Change.SAME, reason);
    }
    boolean rose = effect.faultMedian().median() > effect.controlMedian().median();
    return new MetricComparison(
        effect, noise, rose == higher ? Change.BETTER : Change.WORSE, "beyond noise and the limit");
  }

  private static MetricComparison inconclusive(Effect effect, String why) {
    return new MetricComparison(effect, Optional.empty(), Change.CANNOT_TELL, why);
  }

  private static String tooFew(int trials, String what) {
    return "%s trials in %s; at least %s are needed to claim anything"
        .formatted(trials, what, Effect.MINIMUM_SAMPLES);
  }

  /** {@code 1.31x [1.2, 1.4]}, {@code ~} if not significant, ? if nothing can be claimed. */
  public static String ratio(Change change, Optional<Estimate> ratio) {
    return change.bearing() == Bearing.OPEN
        ? "?"
        : change == Change.SAME ? "~" : ratio.map(Numbers::times).orElse("no ratio");
  }

  /**
   * The factor between the medians of the odd and the even trials, at least 1, and infinite if one
   * of them is zero. Both halves are from the same time and the same stack.
   */
  private static double halvesFactor(List<Double> side) {
    double one = Median.of(everySecond(side, 1));
    double other = Median.of(everySecond(side, 0));
    return one == other ? 1 : Math.max(one, other) / Math.min(one, other);
  }

  private static List<Double> everySecond(List<Double> side, int rest) {
    return IntStream.range(0, side.size()).filter(i -> i % 2 == rest).mapToObj(side::get).toList();
  }
}
