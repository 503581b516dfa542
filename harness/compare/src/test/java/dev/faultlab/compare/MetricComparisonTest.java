package dev.faultlab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a metric got worse. */
class MetricComparisonTest {

  /** Ten trials around 100 on one side, around another median on the other. */
  @ParameterizedTest
  @CsvSource({
    "100, false, SAME",
    "105, false, SAME",
    "150, false, WORSE",
    "50, false, BETTER",
    "150, true, BETTER",
    "50, true, WORSE",
  })
  void beyondTheLimit(double median, boolean higher, Change direction) {
    MetricComparison shift = compare(around(100), around(median), higher, 0.1);
    assertThat(shift.change()).isEqualTo(direction);
    assertThat(shift.effect().ratio().orElseThrow().n()).isEqualTo(10);
  }

  @Test
  void theLimitIsTheOneThatWasAskedFor() {
    assertThat(compare(around(100), around(115), false, 0.05).change()).isEqualTo(Change.WORSE);
    assertThat(compare(around(100), around(115), false, 0.3).change()).isEqualTo(Change.SAME);
  }

  @Test
  void lessThanTheHalvesOfOneSideDifferByIsNoise() {
    // Every other trial is twice as slow on the side before: A against A differs by a factor of 2.
    List<Double> wild =
        IntStream.range(0, 20).mapToObj(i -> (i % 2 == 0 ? 60.0 : 120.0) + i * 0.1).toList();
    List<Double> slow = DoubleStream.iterate(170, x -> x + 0.1).limit(20).boxed().toList();
    MetricComparison shift = compare(wild, slow);
    assertThat(shift.noise().orElseThrow()).isGreaterThan(1.9);
    assertThat(shift.effect().p()).isLessThan(0.05);
    assertThat(shift.effect().ratio().orElseThrow().low()).isGreaterThan(1.1);
    assertThat(shift.change()).isEqualTo(Change.SAME);
  }

  @Test
  void halvesThatDifferWithoutBoundLeaveItOpen() {
    List<Double> wild = IntStream.range(0, 20).mapToObj(i -> i % 2 == 0 ? 0.0 : 120.0).toList();
    List<Double> slow = DoubleStream.iterate(170, x -> x + 0.1).limit(20).boxed().toList();
    MetricComparison shift = compare(wild, slow);
    assertThat(shift.effect().p()).isLessThan(0.05);
    assertThat(shift.noise()).isEmpty();
    assertThat(shift.change()).isEqualTo(Change.CANNOT_TELL);
  }

  @Test
  void fewerThanFiveTrialsInAHalfClaimNothing() {
    MetricComparison shift = compare(around(100).subList(0, 9), around(900));
    assertThat(shift.change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(shift.reason()).contains("4 trials in half of a side");
    assertThat(shift.noise()).isEmpty();
  }

  @Test
  void fromNothingToSomethingIsToldByTheRanks() {
    List<Double> zero = DoubleStream.generate(() -> 0).limit(10).boxed().toList();
    assertThat(compare(zero, around(3)).change()).isEqualTo(Change.WORSE);
    assertThat(compare(zero, zero).change()).isEqualTo(Change.SAME);
  }

  /** The medians lie one per cent apart; some zeros before leave no ratio. */
  @Test
  void withoutARatioTheMediansHaveToLieBeyondTheLimitAsWell() {
    List<Double> zeros = new ArrayList<>(Collections.nCopies(4, 0.0));
    zeros.addAll(Collections.nCopies(6, 100.0));
    MetricComparison near = compare(zeros, Collections.nCopies(10, 101.0));
    assertThat(near.effect().ratio()).isEmpty();
    assertThat(near.effect().p()).isLessThan(0.05);
    assertThat(near.change()).isEqualTo(Change.SAME);
    assertThat(compare(zeros, Collections.nCopies(10, 150.0)).change()).isEqualTo(Change.WORSE);
  }

  private static MetricComparison compare(List<Double> before, List<Double> after) {
    return compare(before, after, false, 0.1);
  }

  private static MetricComparison compare(
      List<Double> before, List<Double> after, boolean higher, double limit) {
    return MetricComparison.interleaved(
        measured(8, higher, before), measured(17, higher, after), limit);
  }

  private static List<Double> around(double median) {
    return IntStream.range(0, 10).mapToObj(i -> median + (i - 4.5) * median / 1000).toList();
  }

  private static Measurement measured(int jdk, boolean higher, List<Double> samples) {
    Metric metric = new Metric("cpu", "CPU time", "us", higher, "a.json#/cpu", Optional.empty());
    return Measurements.of(
        metric, new Point("by-name", Map.of("jdk", Value.of(jdk))), Map.of(), samples);
  }
}
