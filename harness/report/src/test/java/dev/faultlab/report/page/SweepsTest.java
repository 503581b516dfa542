package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepsTest {

  @Test
  void aLoadIsDrawnInTheOrderOfItsNumbers() {
    List<Measurement> all = new ArrayList<>();
    for (String threads : List.of("8", "32", "1", "0.5", "0.25")) {
      all.add(measured(Map.of("jdk", "17"), Map.of("threads", threads)));
    }
    Sweeps.Found found = Sweeps.in(all).get(0);
    assertThat(found.axis()).isEqualTo("threads");
    assertThat(found.at())
        .extracting(Value::toString)
        .containsExactly("0.25", "0.5", "1", "8", "32");
    Charts.Sweep chart = found.chart(new Unit("ms", 1), false, p -> Charts.Role.MEASURED);
    assertThat(chart.lines()).hasSize(1);
    assertThat(chart.lines().get(0).name()).isEqualTo("bare");
    assertThat(chart.lines().get(0).rows()).hasSize(5).allMatch(Optional::isPresent);
  }

  @Test
  void withoutALoadTheLastOfTwoAxesIsDrawnALineForEachOfTheOther() {
    List<Measurement> all = new ArrayList<>();
    for (String jdk : List.of("17", "25")) {
      for (String delay : List.of("10", "5")) {
        all.add(measured(Map.of("jdk", jdk, "delay", delay, "coredns", "1.12"), Map.of()));
      }
    }
    Sweeps.Found found = Sweeps.in(all).get(0);
    assertThat(found.axis()).isEqualTo("delay");
    assertThat(found.at()).containsExactly(Value.of(5), Value.of(10));
    assertThat(found.chart(new Unit("ms", 1), false, p -> Charts.Role.MEASURED).lines())
        .extracting(Charts.SweepLine::name)
        .containsExactly("jdk 17", "jdk 25");
  }

  @Test
  void oneAxisAloneAndNamesAreNoSweep() {
    assertThat(
            Sweeps.in(
                List.of(
                    measured(Map.of("jdk", "17"), Map.of()),
                    measured(Map.of("jdk", "25"), Map.of()))))
        .isEmpty();
    assertThat(
            Sweeps.in(
                List.of(
                    measured(Map.of(), Map.of("work", "looped")),
                    measured(Map.of(), Map.of("work", "1")))))
        .isEmpty();
  }

  private static Measurement measured(Map<String, String> at, Map<String, String> within) {
    Metric metric = new Metric("m", "M", "ms", true, "a.json#/m", Optional.empty());
    Map<String, Value> point = new LinkedHashMap<>();
    for (String axis : List.of("jdk", "coredns", "delay")) {
      Optional.ofNullable(at.get(axis)).ifPresent(text -> point.put(axis, Value.of(text)));
    }
    Map<String, Value> load = new LinkedHashMap<>();
    within.forEach((axis, text) -> load.put(axis, Value.of(text)));
    return Measurements.of(metric, new Point("bare", point), load, List.of(1.0));
  }
}
