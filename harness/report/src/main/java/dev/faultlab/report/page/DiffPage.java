package dev.faultlab.report.page;

import static dev.faultlab.report.page.Blocks.list;
import static dev.faultlab.report.page.Blocks.table;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.report.diff.DiffTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The comparison of two runs as a page of the same make. */
public final class DiffPage {

  /** The text of the page. */
  public String render(RunDiff diff) throws IOException {
    Html html = new Html();
    Charts charts = new Charts();
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("signatures", "Signatures");
    sections.put("metrics", "Metrics");
    sections.put("facts", "Facts");
    sections.put("captures", "Captures");
    sections.put("provenance", "Conditions");
    PageFrame.open(html, title(diff) + ": " + diff.verdict().words(), sections);
    html.raw("<header>").element("p", "class=\"lab\"", diff.runs().lab());
    html.element("h1", "class=\"sentence\"", diff.runs().question());
    String style =
        switch (diff.verdict()) {
          case NOTHING_WORSE -> "as_expected";
          case WORSE -> "contradicted";
          case CANNOT_TELL -> "inconclusive";
        };
    html.raw("<div class=\"verdict " + style + "\">");
    html.element("p", "class=\"judgement\"", diff.verdict().words());
    html.element("p", "class=\"reason\"", diff.reasons().get(0));
    list(html, diff.reasons().stream().skip(1).toList());
    list(
        html,
        diff.context().reservations().stream()
            .map(reservation -> "Not comparable, compared on demand: " + reservation)
            .toList());
    html.raw("</div><p>A <code>")
        .text(diff.runs().a())
        .raw("</code><br>B <code>")
        .text(diff.runs().b());
    html.raw("</code></p>");
    list(html, diff.context().notes());
    html.raw("</header><main><section id=\"signatures\"><h2>Signatures</h2>");
    table(html, List.of("Point", "Signature", "A", "B", "Change"), DiffTables.signatures(diff));
    html.raw("</section><section id=\"metrics\"><h2>Metrics, B over A</h2>");
    html.raw(
        "<p class=\"lead\">Ratio of the medians with its 95 % interval. Coloured marks changed");
    html.raw(" by more than chance and the threshold explain, warm for the worse and cool for the");
    html.raw(" better; grey ones cannot be told apart.</p>");
    html.raw("<div class=\"grid\">");
    ratios(html, diff, charts);
    html.raw("</div><details><summary>As a table</summary>");
    table(
        html, List.of("Point", "Metric", "A", "B", "B/A", "p", "Change"), DiffTables.metrics(diff));
    html.raw("</details></section><section id=\"facts\"><h2>Facts</h2>");
    html.raw(
        "<p class=\"lead\">What the signatures decided by, over all trials of a point. A fact has changed");
    html.raw(
        " if it lies further apart in A and B than it varies between the trials of any point.");
    html.raw(" That is no verdict.</p>");
    table(html, List.of("Point", "Fact", "A", "B", ""), DiffTables.figures(diff.facts()));
    html.raw("</section><section id=\"captures\"><h2>Captures</h2>");
    html.raw(
        "<p class=\"lead\">Over all trials of a point. They illustrate, they do not decide.</p>");
    table(html, List.of("Point", "Figure", "A", "B", ""), DiffTables.figures(diff.captures()));
    html.raw("</section><section id=\"provenance\"><h2>Conditions that differ</h2>");
    table(html, List.of("What", "A", "B"), DiffTables.conditions(diff));
    html.raw("</section></main>");
    PageFrame.close(
        html, "faultlab results diff " + diff.runs().a() + " " + diff.runs().b(), charts);
    return html.toString();
  }

  private static String title(RunDiff diff) {
    return diff.runs().lab() + ", " + diff.runs().question();
  }

  private static void ratios(Html html, RunDiff diff, Charts charts) {
    Map<String, List<Charts.Row>> byMetric = new LinkedHashMap<>();
    Map<String, String> titles = new LinkedHashMap<>();
    for (MetricChange m : diff.metrics()) {
      m.effect()
          .ratio()
          .filter(r -> r.low() > 0)
          .ifPresent(
              r -> {
                titles.put(m.before().metric(), m.before().title());
                byMetric
                    .computeIfAbsent(m.before().metric(), x -> new ArrayList<>())
                    .add(
                        new Charts.Row(
                            m.point() + (m.load().isEmpty() ? "" : ", " + m.load()),
                            m.decides() ? role(m.change()) : Charts.Role.MEASURED,
                            List.of(),
                            r.median(),
                            r.low(),
                            r.high()));
              });
    }
    byMetric.forEach(
        (metric, rows) -> {
          String id =
              charts.add(
                  "ratio-" + Html.id(metric),
                  new Charts.Strip("ratio", true, Optional.of(1.0), rows));
          EffectCharts.figure(
              html, id, titles.get(metric), rows.size() == 1 ? "" : rows.size() + " points");
        });
  }

  private static Charts.Role role(Change change) {
    return change.bearing() == Bearing.WORSE
        ? Charts.Role.FAULT
        : change.improves() ? Charts.Role.CONTROL : Charts.Role.MEASURED;
  }
}
