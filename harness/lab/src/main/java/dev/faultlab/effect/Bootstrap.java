package dev.faultlab.effect;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Medians and ratios of medians with 95 % percentile intervals from 10,000 resamples (Efron 1979).
 *
 * <p>The generator is {@link Random} with a fixed seed, because its algorithm is part of the JDK's
 * specification: the same samples give the same interval on every machine and JDK. The seed also
 * fixes which of the samples, in ascending order, are in the middle of each resample; only their
 * number matters. So the draws are computed once per number of samples.
 *
 * <p>With n = 5 the interval of a median is practically [minimum, maximum], which holds the true
 * median in 93.75 % of all cases (1 - 2 * 0.5^5); more samples bring it to 95 %.
 */
public final class Bootstrap {
  static final int RESAMPLES = 10_000;
  private static final long SEED = 20_260_101L;
  private static final double TAIL = 0.025;

  /** For larger numbers of samples the draws are made each time: hardly any would be used twice. */
  private static final int MAX_CACHED_SAMPLES = 12;

  private static final Map<List<Integer>, int[][]> CACHE = new ConcurrentHashMap<>();

  private Bootstrap() {}

  /**
   * The median of the samples.
   *
   * @throws IllegalArgumentException without samples, or when one is not a finite number
   */
  public static Estimate median(List<Double> samples) {
    double[] values = Median.sorted(samples);
    double[] medians = inOrder(List.of(values.length), draws -> middle(values, draws, 0));
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
    double[] ratios =
        inOrder(
            List.of(above.length, below.length),
            draws -> middle(above, draws, 0) / middle(below, draws, 1));
    Estimate estimate =
        new Estimate(
            Median.ofSorted(above) / Median.ofSorted(below),
            low(ratios),
            high(ratios),
            Math.min(above.length, below.length));
    boolean finite = Double.isFinite(estimate.low()) && Double.isFinite(estimate.high());
    return finite ? Optional.of(estimate) : Optional.empty();
  }

  /** The values of all resamples, in ascending order. */
  private static double[] inOrder(List<Integer> sizes, ToDoubleFunction<int[]> value) {
    boolean small = sizes.stream().allMatch(size -> size <= MAX_CACHED_SAMPLES);
    int[][] resamples = small ? CACHE.computeIfAbsent(sizes, Bootstrap::newDraws) : newDraws(sizes);
    return Arrays.stream(resamples).mapToDouble(value).sorted().toArray();
  }

  /**
   * The median of a side in one resample: halfway between two places, which may be one.
   *
   * @param draws two places per side, from 0
   */
  private static double middle(double[] sorted, int[] draws, int side) {
    int lower = draws[2 * side];
    int upper = draws[2 * side + 1];
    return lower == upper ? sorted[lower] : (sorted[lower] + sorted[upper]) / 2;
  }

  /** As many draws per side as it has samples, {@link #RESAMPLES} times. */
  private static int[][] newDraws(List<Integer> sizes) {
    Random random = new Random(SEED);
    List<int[]> scratch = sizes.stream().map(int[]::new).toList();
    int[][] resamples = new int[RESAMPLES][2 * sizes.size()];
    for (int[] places : resamples) {
      for (int side = 0; side < sizes.size(); side++) {
        draw(scratch.get(side), random, places, 2 * side);
      }
    }
    return resamples;
  }

  /**
   * The middle of as many places, drawn with replacement, as there are samples. Sorting is not
   * needed: the number of draws of each place gives the middle.
   *
   * @param drawCounts scratch space: how often each place was drawn
   */
  private static void draw(int[] drawCounts, Random random, int[] places, int at) {
    int n = drawCounts.length;
    Arrays.fill(drawCounts, 0);
    for (int i = 0; i < n; i++) {
      drawCounts[random.nextInt(n)]++;
    }
    int lower = 0;
    int count = drawCounts[0];
    while (count <= (n - 1) / 2) {
      count += drawCounts[++lower];
    }
    int upper = lower;
    while (count <= n / 2) {
      count += drawCounts[++upper];
    }
    places[at] = lower;
    places[at + 1] = upper;
  }

  private static double low(double[] sorted) {
    return sorted[(int) Math.floor(TAIL * RESAMPLES)];
  }

  private static double high(double[] sorted) {
    return sorted[(int) Math.ceil((1 - TAIL) * RESAMPLES) - 1];
  }
}
