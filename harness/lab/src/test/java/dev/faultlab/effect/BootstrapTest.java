package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {

  @Test
  void fiveSamplesSpanTheirRange() {
    Estimate estimate = Bootstrap.median(List.of(5., 1., 3., 2., 4.));
    assertThat(estimate).isEqualTo(new Estimate(3, 1, 5, 5));
  }

  @Test
  void anEvenNumberTakesTheMiddleOfTheTwo() {
    assertThat(Bootstrap.median(List.of(1., 2., 10., 20.)).median()).isEqualTo(6);
  }

  @Test
  void sameSamplesGiveTheSameIntervalInAnyOrder() {
    List<Double> forward = List.of(1.5, 9.25, 3., 7., 4., 12., 8.);
    List<Double> backward = new java.util.ArrayList<>(forward);
    Collections.reverse(backward);
    assertThat(Bootstrap.median(forward)).isEqualTo(Bootstrap.median(backward));
  }

  /** The generator and the order of its draws are part of what an interval means. */
  @Test
  void intervalIsThatOfResamplesThatWereSorted() {
    // With 15 an end of the interval is the last of the resamples that are like it.
    for (int n : List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 50, 51)) {
      List<Double> samples = wholeNumbers(n, n);
      double[] medians = resampled(random -> resampledMedian(samples, random));
      assertThat(Bootstrap.median(samples))
          .isEqualTo(new Estimate(Median.of(samples), medians[250], medians[9_749], n));
    }
  }

  @Test
  void intervalOfARatioIsThatOfResamplesOfBothSidesInTurn() {
    for (int[] sizes : new int[][] {{1, 1}, {2, 5}, {5, 2}, {5, 5}, {6, 7}, {9, 6}, {4, 51}}) {
      List<Double> above = wholeNumbers(sizes[0], 1);
      List<Double> below = wholeNumbers(sizes[1], 2);
      double[] ratios =
          resampled(random -> resampledMedian(above, random) / resampledMedian(below, random));
      assertThat(Bootstrap.ratio(above, below))
          .contains(
              new Estimate(
                  Median.of(above) / Median.of(below),
                  ratios[250],
                  ratios[9_749],
                  Math.min(sizes[0], sizes[1])));
    }
  }

  /** From 1 to 20, some of them more than once. */
  private static List<Double> wholeNumbers(int n, int seed) {
    Random samples = new Random(seed);
    return draw(n, () -> 1 + samples.nextInt(20));
  }

  private static double[] resampled(ToDoubleFunction<Random> draw) {
    Random random = new Random(20_260_101L);
    return DoubleStream.generate(() -> draw.applyAsDouble(random)).limit(10_000).sorted().toArray();
  }

  private static double resampledMedian(List<Double> samples, Random random) {
    double[] values = Median.sorted(samples);
    return Median.of(draw(values.length, () -> values[random.nextInt(values.length)]));
  }

  @Test
  void aDenominatorOfZeroGivesNoRatio() {
    assertThat(Bootstrap.ratio(List.of(1., 2., 3.), List.of(0., 0., 0.))).isEmpty();
    assertThat(Bootstrap.ratio(List.of(0., 0., 0.), List.of(0., 0., 0.))).isEmpty();
  }

  @Test
  void aDenominatorThatMayBeZeroGivesNoRatio() {
    assertThat(Bootstrap.ratio(List.of(1., 2., 3., 4., 5.), List.of(0., 0., 1., 2., 3.))).isEmpty();
  }

  @Test
  void valuesBelowZeroGiveNoRatio() {
    assertThat(Bootstrap.ratio(List.of(-1., 2., 3.), List.of(1., 2., 3.))).isEmpty();
  }

  @Test
  void aNumeratorOfZeroIsARatioOfZero() {
    assertThat(Bootstrap.ratio(List.of(0., 0., 0.), List.of(2., 2., 2.)))
        .contains(new Estimate(0, 0, 0, 3));
  }

  @Test
  void noSamplesAndNoNumbersAreRefused() {
    assertThatThrownBy(() -> Bootstrap.median(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Bootstrap.median(List.of(Double.NaN)))
        .hasMessageContaining("not a finite number");
  }

  private static List<Double> draw(int n, DoubleSupplier source) {
    return DoubleStream.generate(source).limit(n).boxed().toList();
  }
}
