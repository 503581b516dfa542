package dev.faultlab.report.page;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.report.upgrade.UpgradeMetrics;
import dev.faultlab.result.Axes;
import dev.faultlab.upgrade.MetricRow;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What got slower or faster, on the page of an upgrade. */
final class UpgradeMetricsSection {
  private UpgradeMetricsSection() {}

  static void write(Html html, UpgradeResult result, Charts charts) {
    if (result.costs().findAny().isEmpty()) {
      String why =
          result.upgrade().form() == RunForm.SHORT ? "Not compared; --full does." : "None.";
      html.element("p", "class=\"muted\"", why);
      return;
    }
    html.raw("<p class=\"lead\">Ratio of the medians with its 95 % interval. Coloured marks are");
    html.raw(" beyond chance, beyond the limit and beyond what two halves of one side differ by");
    html.raw(" (noise): warm for the worse, cool for the better.</p><div class=\"grid\">");
    Map<String, List<Charts.Row>> rows = new LinkedHashMap<>();
    Map<String, String> titles = new LinkedHashMap<>();
    result
        .costs()
        .forEach(
            cost -> {
              for (int i = 0; i < cost.candidates().size(); i++) {
                String to = Upgrade.words(result.upgrade().to().get(i));
                cost.candidates()
                    .get(i)
                    .flatMap(shift -> row(cost, shift, to))
                    .ifPresent(
                        row -> {
                          String id = cost.lab() + "-" + cost.metric();
                          titles.put(id, cost.lab() + ": " + cost.title());
                          rows.computeIfAbsent(id, x -> new ArrayList<>()).add(row);
                        });
              }
            });
    rows.forEach(
        (metric, of) -> {
          String id =
              charts.add(
                  "ratio-" + Html.id(metric),
                  new Charts.Strip("ratio", true, Optional.of(1.0), of));
          EffectCharts.figure(html, id, titles.get(metric), of.size() + " points");
        });
    html.raw("</div><details><summary>As a table</summary>");
    Blocks.table(html, UpgradeMetrics.head(), new UpgradeMetrics(result).rows(true));
    html.raw("</details>");
  }

  private static Optional<Charts.Row> row(MetricRow cost, MetricChange shift, String to) {
    return shift
        .ratio()
        .filter(r -> r.low() > 0)
        .map(
            r ->
                new Charts.Row(
                    new Point(cost.variant(), cost.at()).words()
                        + Axes.suffix(cost.within())
                        + ", "
                        + to,
                    role(shift.direction()),
                    List.of(),
                    r.median(),
                    r.low(),
                    r.high()));
  }

  private static Charts.Role role(Change change) {
    return change.bearing() == Bearing.WORSE
        ? Charts.Role.FAULT
        : change.improves() ? Charts.Role.CONTROL : Charts.Role.MEASURED;
  }
}
