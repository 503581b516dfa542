package dev.faultlab.report.page;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.page.Charts.Row;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.Unit;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The cost of the fault: ratios, and every metric with all its samples. */
final class EffectCharts {
  /** Above this span a linear axis hides the small values. */
  private static final double LOG_SPAN = 20;

  private final RunResult result;
  private final Map<Point, CellView> cells;

  EffectCharts(RunResult result, List<CellView> cells) {
    this.result = result;
    this.cells = cells.stream().collect(Collectors.toMap(CellView::point, c -> c));
  }

  /** Ratios, then every metric; empty without measurements. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    if (!result.effects().isEmpty()) {
      blocks.add(
          Block.lead(
              "Ratio of the medians, fault over control, with its 95 % interval. A grey mark"
                  + " means that the trials show no difference."));
      blocks.add(new Block.Grid(ratios()));
    }
    List<Block> metrics = new ArrayList<>();
    groupBy(Measurement::metric, result.measurements())
        .forEach((metric, measurements) -> metrics.add(metric(metric, measurements)));
    blocks.add(new Block.Grid(metrics));
    return blocks;
  }

  private List<Block> ratios() {
    List<Block> blocks = new ArrayList<>();
    Map<String, String> titles =
        result.measurements().stream()
            .collect(Collectors.toMap(Measurement::metric, Measurement::title, (one, more) -> one));
    groupBy(Effect::metric, result.effects())
        .forEach(
            (metric, effects) -> {
              List<Row> rows = effects.stream().flatMap(effect -> row(effect).stream()).toList();
              if (!rows.isEmpty()) {
                int bare = effects.size() - rows.size();
                String note =
                    bare
                        + " not drawn, because a side is zero or its interval includes zero:"
                        + " see the table";
                String title = titles.getOrDefault(metric, metric) + ": fault over control";
                Charts.Strip strip =
                    new Charts.Strip("strip", "ratio", true, Optional.of(1.0), rows);
                String id = "ratio-" + HtmlRenderer.id(metric);
                blocks.add(Block.chart(id, title, bare == 0 ? "" : note, strip));
              }
            });
    return blocks;
  }

  /** The axis is logarithmic: an interval that reaches zero would shrink all others to nothing. */
  private Optional<Row> row(Effect effect) {
    String name =
        result.name(effect.fault())
            + "\nagainst "
            + result.name(effect.control())
            + Numbers.load(effect.within());
    Charts.Role role = effect.distinguishable() ? Charts.Role.FAULT : Charts.Role.MEASURED;
    return effect
        .ratio()
        .filter(r -> r.low() > 0)
        .map(r -> new Row(name, role, List.of(), r.median(), r.low(), r.high()));
  }

  private static <T> Map<String, List<T>> groupBy(Function<T, String> metric, List<T> elements) {
    return elements.stream()
        .collect(Collectors.groupingBy(metric, LinkedHashMap::new, Collectors.toList()));
  }

  private Block metric(String metric, List<Measurement> measurements) {
    Measurement any = measurements.get(0);
    double largest = measurements.stream().mapToDouble(m -> m.estimate().median()).max().orElse(0);
    Unit unit = Unit.fitting(any.unit(), largest);
    List<Row> rows = measurements.stream().map(m -> row(m, unit.factor())).toList();
    return Block.chart(
        "strip-" + HtmlRenderer.id(metric),
        any.title() + ", every trial",
        any.higherIsBetter() ? "more is better" : "less is better",
        new Charts.Strip("strip", unit.name(), log(measurements), Optional.empty(), rows));
  }

  private Row row(Measurement m, double factor) {
    return new Row(
        result.name(m.point()) + Numbers.load(m.within()),
        role(m.point()),
        m.samples().stream().map(sample -> factor * sample).toList(),
        factor * m.estimate().median(),
        factor * m.estimate().low(),
        factor * m.estimate().high());
  }

  private Charts.Role role(Point point) {
    return cells.containsKey(point) ? cells.get(point).role() : Charts.Role.MEASURED;
  }

  private static boolean log(List<Measurement> measurements) {
    DoubleSummaryStatistics samples =
        measurements.stream()
            .flatMap(m -> m.samples().stream())
            .collect(Collectors.summarizingDouble(sample -> sample));
    return samples.getMin() > 0 && samples.getMax() / samples.getMin() > LOG_SPAN;
  }
}
