package dev.faultlab.report.page;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.report.page.Charts.Row;
import dev.faultlab.result.Axes;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.Unit;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the fault costs: ratios, every metric with all its samples, and metrics against load. */
final class EffectCharts {
  /** Above this span a linear axis hides the small values. */
  private static final double LOG_SPAN = 20;

  private final RunResult result;
  private final Map<Point, CellView> cells;
  private final Charts charts;

  EffectCharts(RunResult result, List<CellView> cells, Charts charts) {
    this.result = result;
    this.cells = cells.stream().collect(Collectors.toMap(CellView::point, c -> c));
    this.charts = charts;
  }

  /** The section, empty where nothing was measured. */
  String section() {
    if (result.measurements().isEmpty()) {
      return "";
    }
    Html html = new Html();
    html.fold("effects", "What it costs", false);
    new MeasuredTrials(result.trials())
        .note()
        .ifPresent(note -> html.element("p", "class=\"muted\"", note));
    if (!result.effects().isEmpty()) {
      ratios(html);
    }
    html.raw("<div class=\"grid\">");
    byMetric().forEach((metric, all) -> metric(html, metric, all));
    return html.raw("</div></details>").toString();
  }

  private Map<String, List<Measurement>> byMetric() {
    return result.measurements().stream()
        .collect(
            Collectors.groupingBy(Measurement::metric, LinkedHashMap::new, Collectors.toList()));
  }

  private void ratios(Html html) {
    html.raw("<p class=\"lead\">Ratio of the medians, fault over control, with its 95 % interval.");
    html.raw(" A grey mark and <code>~</code>: the two cannot be told apart.</p>");
    Map<String, List<Effect>> byMetric =
        result.effects().stream()
            .collect(
                Collectors.groupingBy(Effect::metric, LinkedHashMap::new, Collectors.toList()));
    html.raw("<div class=\"grid\">");
    byMetric.forEach(
        (metric, effects) -> {
          List<Row> rows = new ArrayList<>();
          // The axis is logarithmic: one interval that reaches zero would leave nothing of it.
          long bare =
              effects.stream().filter(e -> e.ratio().filter(r -> r.low() > 0).isEmpty()).count();
          for (Effect effect : effects) {
            effect
                .ratio()
                .filter(r -> r.low() > 0)
                .ifPresent(
                    r ->
                        rows.add(
                            new Row(
                                result.name(effect.fault())
                                    + "\nagainst "
                                    + result.name(effect.control())
                                    + Axes.suffix(effect.within()),
                                effect.distinguishable() ? Charts.Role.FAULT : Charts.Role.MEASURED,
                                List.of(),
                                r.median(),
                                r.low(),
                                r.high())));
          }
          if (!rows.isEmpty()) {
            String id =
                charts.add(
                    "ratio-" + Html.id(metric),
                    new Charts.Strip("ratio", true, Optional.of(1.0), rows));
            String left =
                bare == 0 ? "" : bare + " not drawn, as a side is or may be zero: see the table";
            figure(html, id, title(metric) + ": fault over control", left);
          }
        });
    html.raw("</div>");
    effectTable(html);
  }

  private void effectTable(Html html) {
    html.raw("<details><summary>The ratios as a table</summary><div class=\"scroll\"><table>");
    html.raw("<thead><tr><th>Metric<th>Fault<th>Median<th>Control<th>Median<th>Ratio<th>p, n");
    html.raw("</thead><tbody>");
    for (Effect e : result.effects()) {
      html.raw("<tr>").element("td", title(e.metric()) + Axes.suffix(e.within()));
      html.raw("<td>").element("code", result.name(e.fault()));
      html.element("td", Numbers.show(e.faultMedian(), Unit.of(result, e.metric())));
      html.raw("<td>").element("code", result.name(e.control()));
      html.element("td", Numbers.show(e.controlMedian(), Unit.of(result, e.metric())));
      html.element("td", "class=\"strong\"", Numbers.ratio(e));
      html.element("td", Numbers.significance(e));
    }
    html.raw("</tbody></table></div></details>");
  }

  private void metric(Html html, String metric, List<Measurement> all) {
    Measurement any = all.get(0);
    String better = any.higherIsBetter() ? "more is better" : "less is better";
    List<Sweeps.Found> sweeps = Sweeps.in(all);
    Set<Measurement> swept = new LinkedHashSet<>();
    for (Sweeps.Found sweep : sweeps) {
      swept.addAll(sweep.measurements());
      Unit unit = unit(sweep.measurements());
      String id =
          charts.add(
              "sweep-" + Html.id(metric + "-" + sweep.variant()),
              sweep.chart(unit, log(sweep.measurements()), this::role));
      figure(html, id, any.title() + " against " + sweep.axis() + ", " + sweep.variant(), better);
    }
    List<Measurement> rest = all.stream().filter(m -> !swept.contains(m)).toList();
    if (!rest.isEmpty()) {
      Unit unit = unit(rest);
      List<Row> rows =
          rest.stream()
              .map(
                  m ->
                      row(
                          m,
                          result.name(m.point()) + Axes.suffix(m.within()),
                          role(m.point()),
                          unit.factor()))
              .toList();
      String id =
          charts.add(
              "strip-" + Html.id(metric),
              new Charts.Strip(unit.name(), log(rest), Optional.empty(), rows));
      figure(html, id, any.title() + ", every trial", better);
    }
  }

  /** The unit that the largest median is best read in. */
  private static Unit unit(List<Measurement> all) {
    double largest = all.stream().mapToDouble(m -> m.estimate().median()).max().orElse(0);
    return Unit.fitting(all.get(0).unit(), largest);
  }

  static Row row(Measurement m, String name, Charts.Role role, double factor) {
    return new Row(
        name,
        role,
        m.samples().stream().map(sample -> factor * sample).toList(),
        factor * m.estimate().median(),
        factor * m.estimate().low(),
        factor * m.estimate().high());
  }

  static void figure(Html html, String id, String title, String note) {
    html.raw("<figure><figcaption>").element("strong", title);
    if (!note.isEmpty()) {
      html.raw(" ").element("span", "class=\"muted\"", note);
    }
    html.raw("</figcaption><div class=\"plot\"><canvas role=\"img\" data-chart=\"" + id + "\"");
    html.raw(" aria-label=\"" + Escape.html(title) + "\"></canvas></div></figure>");
  }

  private Charts.Role role(Point point) {
    return cells.containsKey(point) ? cells.get(point).role() : Charts.Role.MEASURED;
  }

  private String title(String metric) {
    return result.measurements().stream()
        .filter(m -> m.metric().equals(metric))
        .findFirst()
        .map(Measurement::title)
        .orElse(metric);
  }

  private static boolean log(List<Measurement> all) {
    double low = Double.MAX_VALUE;
    double high = 0;
    for (Measurement m : all) {
      for (double sample : m.samples()) {
        low = Math.min(low, sample);
        high = Math.max(high, sample);
      }
    }
    return low > 0 && high / low > LOG_SPAN;
  }
}
