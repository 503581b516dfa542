package dev.faultlab.effect;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.hipparchus.stat.inference.MannWhitneyUTest;

/**
 * The two-sided Mann-Whitney U test: could both sides come from the same distribution?
 *
 * <p>Up to 50 values in all the probability is exact, with ties as well: the permutation
 * distribution of the mid-ranks is counted, because the normal approximation is poor for five
 * against five. Above, it is Hipparchus' normal approximation with continuity and tie correction
 * (Mann and Whitney 1947). Hipparchus' own exact mode is not used: version 4.0.1 answers its
 * smallest probability where U is exactly half of n * m, which is where the sides are most alike.
 */
public final class MannWhitney {
  private static final int MAX_EXACT_SAMPLES = 50;

  private MannWhitney() {}

  /**
   * The probability of ranks at least this far apart if there is no difference.
   *
   * @return 1 when a side is empty or all values are equal
   */
  public static double p(List<Double> one, List<Double> other) {
    double[] x = one.stream().mapToDouble(Double::doubleValue).toArray();
    double[] y = other.stream().mapToDouble(Double::doubleValue).toArray();
    double[] sorted = DoubleStream.concat(Arrays.stream(x), Arrays.stream(y)).sorted().toArray();
    if (x.length == 0 || y.length == 0 || sorted[0] == sorted[sorted.length - 1]) {
      return 1;
    }
    return sorted.length <= MAX_EXACT_SAMPLES
        ? exact(x, sorted)
        : Math.min(1, new MannWhitneyUTest().mannWhitneyUTest(x, y, false));
  }

  /**
   * Counts, among all ways to choose the first side's places in the sorted values, those whose rank
   * sum is at least as far from its mean. Ranks are doubled, so that mid-ranks are whole numbers.
   */
  private static double exact(double[] x, double[] sorted) {
    int[] ranks = doubledMidRanks(sorted);
    int total = Arrays.stream(ranks).sum();
    double[][] ways = new double[x.length + 1][total + 1];
    ways[0][0] = 1;
    for (int rank : ranks) {
      for (int chosen = x.length; chosen > 0; chosen--) {
        for (int sum = total; sum >= rank; sum--) {
          ways[chosen][sum] += ways[chosen - 1][sum - rank];
        }
      }
    }
    int observed = 0;
    for (double value : x) {
      observed += ranks[Arrays.binarySearch(sorted, value)];
    }
    double mean = (double) x.length * total / sorted.length;
    double distance = Math.abs(observed - mean);
    double extreme = 0;
    double every = 0;
    for (int sum = 0; sum <= total; sum++) {
      every += ways[x.length][sum];
      // Ranks are whole numbers and the mean has a small denominator, so 1e-9 is far below any real
      // difference.
      if (Math.abs(sum - mean) >= distance - 1e-9) {
        extreme += ways[x.length][sum];
      }
    }
    return extreme / every;
  }

  private static int[] doubledMidRanks(double[] sorted) {
    int[] ranks = new int[sorted.length];
    for (int start = 0; start < sorted.length; ) {
      int end = start;
      while (end + 1 < sorted.length && sorted[end + 1] == sorted[start]) {
        end++;
      }
      Arrays.fill(ranks, start, end + 1, start + 1 + end + 1);
      start = end + 1;
    }
    return ranks;
  }
}
