package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.StackSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EffectsTest {
  private static final List<Double> SLOW = List.of(46., 47., 45., 46.5, 44.);
  private static final List<Double> FAST = List.of(1500., 1508., 1490., 1511., 1502.);
  private static final List<EffectSpec> SPECS =
      List.of(new EffectSpec("rate", "shared", List.of("own", "anywhere")));

  @Test
  void aShiftIsFound() {
    Effect effect = Effects.between(measured("shared", "", SLOW), measured("own", "", FAST));
    assertThat(effect.distinguishable()).isTrue();
    assertThat(effect.ratio().orElseThrow().median()).isEqualTo(46. / 1502);
    assertThat(effect.p()).isLessThan(0.01);
  }

  @Test
  void noShiftIsNotClaimed() {
    Effect effect =
        Effects.between(
            measured("shared", "", SLOW),
            measured("own", "", List.of(45.5, 46.2, 47.1, 44.4, 46.)));
    assertThat(effect.distinguishable()).isFalse();
  }

  @Test
  void fewerThanFiveSamplesClaimNothingHoweverFarApart() {
    Effect effect =
        Effects.between(
            measured("shared", "", SLOW.subList(0, 4)), measured("own", "", FAST.subList(0, 4)));
    assertThat(effect.p()).isLessThan(0.05);
    assertThat(effect.distinguishable()).isFalse();
  }

  @Test
  void aControlAtZeroIsToldApartByRanksAlone() {
    Effect effect =
        Effects.between(
            measured("shared", "", SLOW), measured("own", "", List.of(0., 0., 0., 0., 0.)));
    assertThat(effect.ratio()).isEmpty();
    assertThat(effect.distinguishable()).isTrue();
  }

  @Test
  void onlyCellsAtTheSamePointAreCompared() {
    List<Cell> cells =
        List.of(
            cell("shared", Map.of("jdk", "17")),
            cell("shared", Map.of("jdk", "25")),
            cell("own", Map.of("jdk", "17")),
            cell("own", Map.of("jdk", "25")),
            cell("anywhere", Map.of()));
    List<Measurement> measurements =
        cells.stream()
            .map(c -> measured(c.id(), "", c.variant().id().equals("shared") ? SLOW : FAST))
            .toList();
    assertThat(Effects.of(SPECS, cells, measurements))
        .extracting(e -> e.fault() + "/" + e.control())
        .containsExactly(
            "shared@jdk=17/own@jdk=17",
            "shared@jdk=17/anywhere",
            "shared@jdk=25/own@jdk=25",
            "shared@jdk=25/anywhere");
  }

  @Test
  void onlyEqualLabelsAreCompared() {
    List<Cell> cells = List.of(cell("shared", Map.of()), cell("own", Map.of()));
    List<Measurement> measurements =
        List.of(
            measured("shared", "threads=1", SLOW),
            measured("shared", "threads=8", SLOW),
            measured("own", "threads=8", FAST),
            measured("own", "threads=32", FAST));
    assertThat(Effects.of(SPECS, cells, measurements))
        .extracting(Effect::label)
        .containsExactly("threads=8");
  }

  private static Measurement measured(String cell, String label, List<Double> samples) {
    Metric metric = new Metric("rate", "Rate", "1/s", true, "a.json#/rate", Optional.empty());
    return Measurements.of(metric, cell, label, samples);
  }

  private static Cell cell(String variant, Map<String, String> point) {
    StringBuilder id = new StringBuilder(variant);
    new LinkedHashMap<>(point).forEach((axis, value) -> id.append('@' + axis + '=' + value));
    return new Cell(
        id.toString(),
        new Variant(
            variant,
            variant,
            List.copyOf(point.keySet()),
            Map.of(),
            true,
            false,
            Map.of(),
            Map.of(),
            "p",
            false,
            Map.of(),
            Map.of()),
        point,
        Map.of(),
        new StackSpec("lab", Map.of(), Map.of()));
  }
}
