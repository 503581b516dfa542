package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MannWhitneyTest {

  /**
   * Critical values of U for two-sided 0.05 (Mann and Whitney 1947; table in Siegel 1956, K): at U
   * the difference is significant, at U + 1 it no longer is.
   */
  @ParameterizedTest
  @CsvSource({"5,5,2", "6,5,3", "6,6,5", "7,7,8", "8,8,13", "10,5,8", "10,10,23", "20,20,127"})
  void agreesWithThePublishedCriticalValues(int n, int m, int critical) {
    assertThat(MannWhitney.p(places(n, m, critical), others(n, m, critical)))
        .isLessThanOrEqualTo(0.05);
    assertThat(MannWhitney.p(places(n, m, critical + 1), others(n, m, critical + 1)))
        .isGreaterThan(0.05);
  }

  @Test
  void tiesAgreeWithEnumerationOnManySmallSamples() {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      List<Double> x = draw(random, 3 + random.nextInt(4));
      List<Double> y = draw(random, 3 + random.nextInt(4));
      assertThat(MannWhitney.p(x, y))
          .as("%s against %s", x, y)
          .isCloseTo(byEnumeration(x, y), within(1e-9));
    }
  }

  @Test
  void equalValuesOnBothSidesTellNothing() {
    assertThat(MannWhitney.p(List.of(4., 4., 4., 4., 4.), List.of(4., 4., 4., 4., 4.)))
        .isEqualTo(1);
    assertThat(MannWhitney.p(List.of(), List.of(1.))).isEqualTo(1);
  }

  @Test
  void sidesThatInterleavePerfectlyTellNothing() {
    // U is exactly n * m / 2 here, where Hipparchus 4.0.1 answers 2 / C(8, 4).
    assertThat(MannWhitney.p(List.of(1., 4., 5., 8.), List.of(2., 3., 6., 7.))).isEqualTo(1);
  }

  @Test
  void manyValuesAreApproximatedCloseToTheExactAnswer() {
    List<Double> x = places(25, 25, 200);
    List<Double> y = others(25, 25, 200);
    List<Double> more = new ArrayList<>(y);
    more.add(25.5);
    assertThat(MannWhitney.p(x, more)).isCloseTo(MannWhitney.p(x, y), within(0.01));
    List<Double> balanced = places(40, 40, 800);
    assertThat(MannWhitney.p(balanced, others(40, 40, 800))).isGreaterThan(0.98);
  }

  /** The first side's values such that its U is the one wanted. */
  private static List<Double> places(int n, int m, int u) {
    List<Double> x = new ArrayList<>();
    int remaining = u;
    for (int i = n - 1; i >= 0; i--) {
      int passed = Math.min(m, remaining);
      remaining -= passed;
      x.add(i + passed + 1.0);
    }
    return x;
  }

  /** The places of 1..n+m that the first side leaves. */
  private static List<Double> others(int n, int m, int u) {
    List<Double> x = places(n, m, u);
    return DoubleStream.iterate(1, v -> v + 1)
        .limit(n + m)
        .boxed()
        .filter(v -> !x.contains(v))
        .toList();
  }

  private static double byEnumeration(List<Double> x, List<Double> y) {
    double[] all =
        DoubleStream.concat(
                x.stream().mapToDouble(Double::doubleValue),
                y.stream().mapToDouble(Double::doubleValue))
            .toArray();
    double[] ranks = Arrays.stream(all).map(v -> midRank(v, all)).toArray();
    double mean = x.size() * Arrays.stream(ranks).sum() / all.length;
    double seen = Math.abs(Arrays.stream(ranks).limit(x.size()).sum() - mean);
    int extreme = 0;
    int every = 0;
    for (int mask = 0; mask < 1 << all.length; mask++) {
      if (Integer.bitCount(mask) == x.size()) {
        double sum = 0;
        for (int i = 0; i < all.length; i++) {
          sum += (mask >> i & 1) * ranks[i];
        }
        every++;
        extreme += Math.abs(sum - mean) >= seen - 1e-9 ? 1 : 0;
      }
    }
    return (double) extreme / every;
  }

  private static double midRank(double value, double[] all) {
    long below = Arrays.stream(all).filter(v -> v < value).count();
    long equal = Arrays.stream(all).filter(v -> v == value).count();
    return below + (equal + 1) / 2.0;
  }

  private static List<Double> draw(Random random, int n) {
    return random.ints(n, 0, 5).asDoubleStream().boxed().toList();
  }
}
