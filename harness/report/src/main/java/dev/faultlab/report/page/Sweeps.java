package dev.faultlab.report.page;

import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import dev.faultlab.report.page.Charts.Row;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Metrics measured against load. Either a series at several loads (threads 1, 8, 32), or a variant
 * that varies on at least two axes; then the last numeric axis is the load (delay 5, 10, 20 on each
 * JDK).
 */
final class Sweeps {
  private Sweeps() {}

  /**
   * One variant's measurements over one axis.
   *
   * @param at positions, in order
   * @param lines the settings on the other axes to the measurements there
   */
  record Found(String variant, String axis, List<Value> at, Map<Point, List<Measurement>> lines) {
    List<Measurement> measurements() {
      return lines.values().stream().flatMap(List::stream).toList();
    }

    Charts.Sweep chart(Unit unit, boolean log, Function<Point, Charts.Role> role) {
      Set<String> telling = Axes.telling(lines.keySet());
      List<Charts.SweepLine> drawn = new ArrayList<>();
      lines.forEach(
          (others, all) -> {
            String settings = Axes.settings(others, telling);
            drawn.add(
                new Charts.SweepLine(
                    settings.isEmpty() ? variant : settings,
                    role.apply(all.get(0).point()),
                    at.stream().map(value -> row(all, value, role, unit.factor())).toList()));
          });
      return new Charts.Sweep(
          "sweep", unit.name(), axis, at.stream().map(Value::toString).toList(), log, drawn);
    }

    private Optional<Row> row(
        List<Measurement> all, Value value, Function<Point, Charts.Role> role, double factor) {
      return all.stream()
          .filter(m -> m.place().on(axis).filter(value::equals).isPresent())
          .findFirst()
          .map(m -> EffectCharts.row(m, value.toString(), role.apply(m.point()), factor));
    }
  }

  static List<Found> in(List<Measurement> measurements) {
    Map<String, List<Measurement>> byVariant =
        measurements.stream()
            .collect(
                Collectors.groupingBy(
                    m -> m.point().variant(), LinkedHashMap::new, Collectors.toList()));
    List<Found> found = new ArrayList<>();
    byVariant.forEach(
        (variant, all) -> axis(all).ifPresent(axis -> found.add(along(variant, axis, all))));
    return found;
  }

  /** The varied axis, if it is numeric: a line through names makes no sense. */
  private static Optional<String> axis(List<Measurement> all) {
    List<Point> places = all.stream().map(Measurement::place).toList();
    Set<String> varying = Projection.varying(places);
    Set<String> loads = new LinkedHashSet<>(varying);
    loads.retainAll(
        all.stream().flatMap(m -> m.within().keySet().stream()).collect(Collectors.toSet()));
    Set<String> candidates = loads.isEmpty() && varying.size() > 1 ? varying : loads;
    return candidates.stream()
        .filter(axis -> numbers(Projection.values(axis, places)))
        .reduce((earlier, later) -> later);
  }

  private static boolean numbers(Collection<Value> values) {
    return values.stream().allMatch(value -> value.toString().matches("[0-9]+(\\.[0-9]+)?"));
  }

  private static Found along(String variant, String axis, List<Measurement> all) {
    List<Value> at =
        Projection.values(axis, all.stream().map(Measurement::place).toList()).stream()
            .sorted((a, b) -> Double.compare(number(a), number(b)))
            .toList();
    Map<Point, List<Measurement>> lines = new LinkedHashMap<>();
    all.stream()
        .filter(m -> m.place().on(axis).isPresent())
        .forEach(
            m ->
                lines
                    .computeIfAbsent(m.place().without(Set.of(axis)), l -> new ArrayList<>())
                    .add(m));
    return new Found(variant, axis, at, lines);
  }

  private static double number(Value value) {
    return Double.parseDouble(value.toString());
  }
}
