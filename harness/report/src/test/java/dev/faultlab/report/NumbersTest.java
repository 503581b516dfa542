package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
import dev.faultlab.result.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0;0",
        "0.03062;0.0306",
        "1;1",
        "46.149;46.1",
        "688.4;688",
        "1508.2;1,508",
        "-1508.2;-1,508",
        "99.96;100",
        "1234567;1,234,567",
        "0.00106;0.00106",
        "0.0000697;6.97e-5",
        "-0.000000012;-1.2e-8"
      })
  void threeSignificantDigits(double value, String shown) {
    assertThat(Numbers.show(value)).isEqualTo(shown);
  }

  @Test
  void nothingIsClaimedWhereNothingCanBeToldApart() {
    Measurement one = sample(1., 2., 3., 4., 5.);
    assertThat(Numbers.ratio(Effects.between(one, sample(1.5, 2.5, 3.5, 4.5, 0.5)))).isEqualTo("~");
  }

  @Test
  void tooFewTrialsHaveNoSignificance() {
    Measurement five = sample(1., 2., 3., 4., 5.);
    assertThat(Numbers.significance(Effects.between(sample(6., 7.), five)))
        .isEqualTo("n = 2, too few to tell apart");
    assertThat(Numbers.significance(Effects.between(sample(6., 7., 8., 9., 10.), five)))
        .isEqualTo("p = 0.0079, n = 5");
  }

  @Test
  void aRatioThatHasNoMeaningIsSaidInWords() {
    Measurement none = sample(0., 0., 0., 0., 0.);
    assertThat(Numbers.ratio(Effects.between(sample(1., 2., 3., 4., 5.), none))).isEqualTo("more");
    assertThat(
            Numbers.ratio(
                Effects.between(sample(10., 11., 12., 13., 14.), sample(1., 2., 3., 4., 5.))))
        .startsWith("4x [");
  }

  @Test
  void durations() {
    assertThat(Numbers.duration(4.25)).isEqualTo("4.25 s");
    assertThat(Numbers.duration(372)).isEqualTo("6 min 12 s");
    assertThat(Numbers.duration(5410)).isEqualTo("1 h 30 min");
    assertThat(Numbers.instant("2026-11-29T14:27:08.123456789Z"))
        .isEqualTo("2026-11-29 14:27:08 UTC");
  }

  private static Measurement sample(Double... samples) {
    Metric metric = new Metric("m", "M", "", true, "a.json#/m", Optional.empty());
    return Measurements.of(metric, new Point("any", Map.of()), Map.of(), List.of(samples));
  }
}
