package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectsTest {
  private static final List<Double> SLOW = List.of(46., 47., 45., 46.5, 44.);
  private static final List<Double> FAST = List.of(1500., 1508., 1490., 1511., 1502.);
  private static final List<EffectSpec> SPECS =
      List.of(
          new EffectSpec(
              "rate", side("shared"), List.of(side("own"), side("anywhere")), RunForm.FULL));

  @Test
  void aShiftIsFound() {
    Effect effect =
        Effects.between(
            measured(point("shared"), Map.of(), SLOW), measured(point("own"), Map.of(), FAST));
    assertThat(effect.distinguishable()).isTrue();
    assertThat(effect.ratio().orElseThrow().median()).isEqualTo(46. / 1502);
    assertThat(effect.p()).isLessThan(0.01);
    assertThat(
            Effects.between(
                    measured(point("shared"), Map.of(), FAST),
                    measured(point("own"), Map.of(), SLOW))
                .distinguishable())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "2.5, 3.0, true",
    "2.0, 3.0, false",
    "0.9, 1.1, false",
    "0.2, 0.5, false",
    "0.2, 0.4, true",
  })
  void theWholeIntervalOfTheRatioIsBeyondAFactor(double low, double high, boolean beyond) {
    Estimate one = new Estimate(1, 1, 1, 5);
    Optional<Estimate> ratio = Optional.of(new Estimate((low + high) / 2, low, high, 5));
    Effect effect =
        new Effect("rate", Map.of(), point("shared"), point("own"), one, one, ratio, 0.01, true);

    assertThat(effect.exceeds(2)).isEqualTo(beyond);
  }

  @Test
  void noShiftIsNotClaimed() {
    Effect effect =
        Effects.between(
            measured(point("shared"), Map.of(), SLOW),
            measured(point("own"), Map.of(), List.of(45.5, 46.2, 47.1, 44.4, 46.)));
    assertThat(effect.distinguishable()).isFalse();
  }

  @Test
  void fewerThanFiveSamplesClaimNothingHoweverFarApart() {
    Effect effect =
        Effects.between(
            measured(point("shared"), Map.of(), SLOW.subList(0, 4)),
            measured(point("own"), Map.of(), FAST.subList(0, 4)));
    assertThat(effect.p()).isLessThan(0.05);
    assertThat(effect.distinguishable()).isFalse();
  }

  @Test
  void withoutARatioTheMediansTellHowFarApartTheyAre() {
    List<Double> sometimesZero = List.of(0., 0., 100., 100., 100.);
    assertThat(against(sometimesZero, 100).ratio()).isEmpty();
    assertThat(against(sometimesZero, 100).exceeds(1)).isFalse();
    assertThat(against(sometimesZero, 120).exceeds(1.1)).isTrue();
    assertThat(against(sometimesZero, 120).exceeds(1.2)).isFalse();
    assertThat(against(List.of(0., 0., 0., 0., 0.), 1).exceeds(1000)).isTrue();
  }

  private static Effect against(List<Double> control, double fault) {
    return Effects.between(
        measured(point("shared"), Map.of(), Collections.nCopies(5, fault)),
        measured(point("own"), Map.of(), control));
  }

  @Test
  void aControlAtZeroIsToldApartByRanksAlone() {
    Effect effect =
        Effects.between(
            measured(point("shared"), Map.of(), SLOW),
            measured(point("own"), Map.of(), List.of(0., 0., 0., 0., 0.)));
    assertThat(effect.ratio()).isEmpty();
    assertThat(effect.distinguishable()).isTrue();
  }

  @Test
  void onlyPointsThatAgreeAreCompared() {
    List<Measurement> measurements =
        List.of(
            measured(point("shared", "17"), Map.of(), SLOW),
            measured(point("shared", "25"), Map.of(), SLOW),
            measured(point("own", "17"), Map.of(), FAST),
            measured(point("own", "25"), Map.of(), FAST),
            measured(point("anywhere"), Map.of(), FAST));
    assertThat(Effects.of(SPECS, measurements, (a, b) -> true))
        .extracting(e -> e.fault() + " / " + e.control())
        .containsExactly(
            "shared, jdk 17 / own, jdk 17",
            "shared, jdk 17 / anywhere",
            "shared, jdk 25 / own, jdk 25",
            "shared, jdk 25 / anywhere");
  }

  @Test
  void whatWasMeasuredUnderOtherConditionsIsNoControl() {
    List<Measurement> measurements =
        List.of(
            measured(point("shared"), Map.of(), SLOW),
            measured(point("own"), Map.of(), FAST),
            measured(point("anywhere"), Map.of(), FAST));
    assertThat(
            Effects.of(
                List.of(
                    new EffectSpec("p99", side("shared"), SPECS.get(0).controls(), RunForm.FULL)),
                measurements,
                (a, b) -> true))
        .as("no point has the metric")
        .isEmpty();
    assertThat(
            Effects.of(SPECS, measurements, (fault, control) -> control.equals(point("anywhere"))))
        .extracting(Effect::control)
        .containsExactly(point("anywhere"));
  }

  @Test
  void anAxisMayBeWhatIsCompared() {
    EffectSpec versions =
        new EffectSpec(
            "rate",
            new Selector(Optional.of("shared"), Map.of("jdk", Value.of(17))),
            List.of(new Selector(Optional.of("shared"), Map.of("jdk", Value.of(25)))),
            RunForm.FULL);
    List<Measurement> measurements =
        List.of(
            measured(point("shared", "17"), Map.of(), SLOW),
            measured(point("shared", "25"), Map.of(), FAST),
            measured(point("own", "25"), Map.of(), FAST));
    assertThat(Effects.of(List.of(versions), measurements, (a, b) -> true))
        .extracting(e -> e.fault() + " / " + e.control())
        .containsExactly("shared, jdk 17 / shared, jdk 25");
  }

  @Test
  void onlyEqualLoadsAreCompared() {
    List<Measurement> measurements =
        List.of(
            measured(point("shared"), threads(1), SLOW),
            measured(point("shared"), threads(8), SLOW),
            measured(point("own"), threads(8), FAST),
            measured(point("own"), threads(32), FAST));
    assertThat(Effects.of(SPECS, measurements, (a, b) -> true))
        .extracting(Effect::within)
        .containsExactly(threads(8));
  }

  private static Map<String, Value> threads(long n) {
    return Map.of("threads", Value.of(n));
  }

  private static Selector side(String variant) {
    return new Selector(Optional.of(variant), Map.of());
  }

  private static Point point(String variant) {
    return new Point(variant, Map.of());
  }

  private static Point point(String variant, String jdk) {
    return new Point(variant, Map.of("jdk", Value.of(jdk)));
  }

  private static Measurement measured(
      Point point, Map<String, Value> within, List<Double> samples) {
    Metric metric = new Metric("rate", "Rate", "1/s", true, "a.json#/rate", Optional.empty());
    return Measurements.of(metric, point, within, samples);
  }
}
