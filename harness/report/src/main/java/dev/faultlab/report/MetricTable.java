package dev.faultlab.report;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Machines;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One metric along one axis, as {@code benchstat -col} shows it: rows are equal except for the
 * axis, and columns are its values.
 *
 * @param metric any measurement of the metric, for its title and unit
 * @param columns values of the axis: numbers and versions by size, names in the order of the run
 * @param rows those with at least two columns
 */
public record MetricTable(Measurement metric, List<Value> columns, List<Row> rows) {

  /** The question makes no sense for this run; the message has the reason and the alternatives. */
  public static final class BadQuestion extends IllegalArgumentException {
    BadQuestion(String message) {
      super(message);
    }
  }

  /**
   * A row of points that differ only in the axis.
   *
   * @param name variant, and settings on the other axes that vary
   * @param cells column to its measurement
   */
  public record Row(String name, Map<Value, Cell> cells) {}

  /**
   * One setting.
   *
   * @param against effect against the first column; empty in that column, where that has no value,
   *     and for two classes of machine
   */
  public record Cell(Measurement measured, Optional<Effect> against) {}

  /**
   * The tables of a run, one per metric that was measured at two values of the axis.
   *
   * @param metric only this one
   * @throws BadQuestion where the run has no such metric, or nothing varies on the axis
   */
  public static List<MetricTable> of(RunResult run, String axis, Optional<String> metric) {
    Map<String, List<Measurement>> byMetric =
        run.measurements().stream()
            .collect(
                Collectors.groupingBy(
                    Measurement::metric, LinkedHashMap::new, Collectors.toList()));
    metric
        .filter(m -> !byMetric.containsKey(m))
        .ifPresent(
            m -> {
              throw new BadQuestion(
                  "run " + run.runId() + " has no metric '" + m + "'; it has " + byMetric.keySet());
            });
    metric.ifPresent(m -> byMetric.keySet().retainAll(Set.of(m)));
    List<MetricTable> tables =
        byMetric.values().stream()
            .map(all -> table(axis, all, run))
            .filter(table -> !table.rows().isEmpty())
            .toList();
    if (tables.isEmpty()) {
      throw new BadQuestion(
          "nothing that run "
              + run.runId()
              + " measured differs in '"
              + axis
              + "' alone; it varies on "
              + axes(run));
    }
    return tables;
  }

  /**
   * The most interesting axis: the first component with several versions, else the first axis with
   * several values.
   *
   * @throws BadQuestion when nothing varies
   */
  public static String usualAxis(RunResult run) {
    Set<String> axes = axes(run);
    Set<String> components =
        run.stacks().stream().flatMap(s -> s.ran().keySet().stream()).collect(Collectors.toSet());
    return axes.stream()
        .filter(components::contains)
        .findFirst()
        .or(() -> axes.stream().findFirst())
        .orElseThrow(
            () ->
                new BadQuestion(
                    "run " + run.runId() + " measured nothing at two values of any axis"));
  }

  private static Set<String> axes(RunResult run) {
    return Axes.telling(run.measurements().stream().map(Measurement::place).toList());
  }

  private static MetricTable table(String axis, List<Measurement> all, RunResult run) {
    Map<Point, Measurement> at = new LinkedHashMap<>();
    all.forEach(m -> at.put(m.place(), m));
    Set<String> others = new LinkedHashSet<>(Axes.telling(at.keySet()));
    others.remove(axis);
    Map<Point, Map<Value, Point>> lines = Projection.along(axis, at.keySet());
    lines.values().removeIf(line -> line.size() < 2);
    List<Point> shown = lines.values().stream().flatMap(line -> line.values().stream()).toList();
    List<Value> columns = columns(axis, shown);
    List<Row> rows = new ArrayList<>();
    lines.forEach(
        (rest, line) -> {
          Optional<Measurement> first = columns.stream().findFirst().map(line::get).map(at::get);
          Map<Value, Cell> cells = new TreeMap<>();
          line.forEach((value, point) -> cells.put(value, cell(at.get(point), first, run)));
          String settings = Axes.settings(rest, others);
          rows.add(new Row(rest.variant() + (settings.isEmpty() ? "" : ", " + settings), cells));
        });
    return new MetricTable(all.get(0), columns, List.copyOf(rows));
  }

  /** Numbers and versions by size, names in the order of the run. */
  private static List<Value> columns(String axis, List<Point> points) {
    Set<Value> sorted = Projection.values(axis, points);
    Set<Value> met = new LinkedHashSet<>();
    points.forEach(point -> point.on(axis).ifPresent(met::add));
    boolean sizes =
        sorted.stream().allMatch(value -> Character.isDigit(value.toString().charAt(0)));
    return List.copyOf(sizes ? sorted : met);
  }

  private static Cell cell(Measurement measured, Optional<Measurement> first, RunResult run) {
    return new Cell(
        measured,
        first
            .filter(f -> f != measured)
            .filter(f -> Machines.together(run, f.point(), run, measured.point()))
            .map(f -> Effects.between(measured, f)));
  }
}
