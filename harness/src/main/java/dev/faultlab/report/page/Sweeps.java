package dev.faultlab.report.page;

import dev.faultlab.effect.Measurement;
import dev.faultlab.report.page.Charts.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Metrics that were measured against load: a series with several labels ({@code threads=1}, {@code
 * threads=8}, ...), or a variant with at least two matrix axes, of which the last is what was
 * varied ({@code delays-serialised@jdk=17@delays=5}).
 */
final class Sweeps {
  private Sweeps() {}

  /**
   * One variant's measurements over one axis.
   *
   * @param at positions, in order
   */
  record Found(String variant, String axis, List<String> at, Map<String, List<Measurement>> lines) {
    List<Measurement> measurements() {
      return lines.values().stream().flatMap(List::stream).toList();
    }

    Charts.Sweep chart(String unit, boolean log, Function<String, Charts.Role> role) {
      List<Charts.SweepLine> drawn = new ArrayList<>();
      lines.forEach(
          (name, all) -> {
            List<Optional<Row>> rows = new ArrayList<>();
            for (String position : at) {
              rows.add(
                  all.stream()
                      .filter(m -> position(m, axis).equals(position))
                      .findFirst()
                      .map(m -> EffectCharts.row(m, position, role.apply(m.cell()))));
            }
            drawn.add(new Charts.SweepLine(name, role.apply(all.get(0).cell()), rows));
          });
      return new Charts.Sweep("sweep", unit, axis, at, log, drawn);
    }
  }

  static List<Found> in(List<Measurement> measurements) {
    Map<String, List<Measurement>> byVariant =
        measurements.stream()
            .collect(
                Collectors.groupingBy(
                    m -> m.cell().split("@")[0], LinkedHashMap::new, Collectors.toList()));
    List<Found> found = new ArrayList<>();
    byVariant.forEach(
        (variant, all) -> {
          Set<String> labels = all.stream().map(Measurement::label).collect(Collectors.toSet());
          String[] point = all.get(0).cell().split("@");
          if (labels.size() > 1) {
            add(found, variant, all.get(0).label().split("=")[0], all);
          } else if (point.length > 2) {
            add(found, variant, point[point.length - 1].split("=")[0], all);
          }
        });
    return found;
  }

  private static void add(List<Found> found, String variant, String axis, List<Measurement> all) {
    Set<String> at = new LinkedHashSet<>();
    Map<String, List<Measurement>> lines = new LinkedHashMap<>();
    for (Measurement m : all) {
      at.add(position(m, axis));
      lines.computeIfAbsent(line(m, axis), l -> new ArrayList<>()).add(m);
    }
    // Load has numbers; names of things side by side are no axis to draw a line along.
    if (at.size() > 1 && at.stream().allMatch(position -> position.matches("[0-9.]+"))) {
      found.add(new Found(variant, axis, List.copyOf(at), lines));
    }
  }

  /** The value of the axis, out of the label or of the cell. */
  private static String position(Measurement m, String axis) {
    for (String part : (m.label() + "@" + m.cell()).split("@")) {
      if (part.startsWith(axis + "=")) {
        return part.substring(axis.length() + 1);
      }
    }
    return "";
  }

  /** What is left of the cell without the axis. */
  private static String line(Measurement m, String axis) {
    return java.util.Arrays.stream(m.cell().split("@"))
        .filter(part -> !part.startsWith(axis + "="))
        .collect(Collectors.joining("@"));
  }
}
