package dev.faultlab.effect;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * Medians and ratios of medians with 95 % percentile intervals from 10,000 resamples (Efron 1979).
 *
 * <p>The generator is {@link Random} with a fixed seed, because its algorithm is part of the JDK's
 * specification: the same samples give the same interval on every machine and JDK.
 *
 * <p>With n = 5 the interval of a median is practically [minimum, maximum], which holds the true
 * median in 93.75 % of all cases (1 - 2 * 0.5^5); more samples bring it to 95 %.
 */
public final class Bootstrap {
  static final int RESAMPLES = 10_000;
  private static final long SEED = 20_260_101L;
  private static final double TAIL = 0.025;

  private Bootstrap() {}

  /**
   * The median of the samples.
   *
   * @throws IllegalArgumentException without samples, or when one is not a finite number
   */
  public static Estimate median(List<Double> samples) {
    double[] values = Median.sorted(samples);
    Random random = new Random(SEED);
    int[] scratch = new int[values.length];
    double[] medians = distribution(() -> resampledMedian(values, scratch, random));
    return new Estimate(Median.ofSorted(values), low(medians), high(medians), values.length);
  }

  /**
   * The median of one side over the median of the other.
   *
   * @return empty where a ratio has no meaning: a denominator that is zero, or that resamples to
   *     zero so often that the interval has no finite end, or values below zero
   * @throws IllegalArgumentException without samples, or when one is not a finite number
   */
  public static Optional<Estimate> ratio(List<Double> numerator, List<Double> denominator) {
    double[] above = Median.sorted(numerator);
    double[] below = Median.sorted(denominator);
    if (above[0] < 0 || below[0] < 0 || Median.ofSorted(below) == 0) {
      return Optional.empty();
    }
    Random random = new Random(SEED);
    int[] scratchAbove = new int[above.length];
    int[] scratchBelow = new int[below.length];
    double[] ratios =
        distribution(
            () ->
                resampledMedian(above, scratchAbove, random)
                    / resampledMedian(below, scratchBelow, random));
    Estimate estimate =
        new Estimate(
            Median.ofSorted(above) / Median.ofSorted(below),
            low(ratios),
            high(ratios),
            Math.min(above.length, below.length));
    boolean finite = Double.isFinite(estimate.low()) && Double.isFinite(estimate.high());
    return finite ? Optional.of(estimate) : Optional.empty();
  }

  private static double[] distribution(DoubleSupplier draw) {
    double[] drawn = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      drawn[i] = draw.getAsDouble();
    }
    Arrays.sort(drawn);
    return drawn;
  }

  /**
   * The median of as many values drawn with replacement as there are. Those in order need not be
   * sorted again: how often each was drawn says which one is in the middle.
   *
   * @param values in ascending order
   * @param times as many elements, for how often each was drawn
   */
  private static double resampledMedian(double[] values, int[] times, Random random) {
    int n = values.length;
    Arrays.fill(times, 0);
    for (int i = 0; i < n; i++) {
      times[random.nextInt(n)]++;
    }
    int lower = 0;
    int drawn = times[0];
    while (drawn <= (n - 1) / 2) {
      drawn += times[++lower];
    }
    int upper = lower;
    while (drawn <= n / 2) {
      drawn += times[++upper];
    }
    return n % 2 == 1 ? values[lower] : (values[lower] + values[upper]) / 2;
  }

  private static double low(double[] sorted) {
    return sorted[(int) Math.floor(TAIL * sorted.length)];
  }

  private static double high(double[] sorted) {
    return sorted[(int) Math.ceil((1 - TAIL) * sorted.length) - 1];
  }
}
