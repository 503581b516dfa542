package dev.faultlab.report.page;

import static dev.faultlab.report.page.Blocks.list;
import static dev.faultlab.report.page.Blocks.table;

import dev.faultlab.report.upgrade.UpgradeNotes;
import dev.faultlab.report.upgrade.UpgradeTables;
import dev.faultlab.report.upgrade.UpgradeTables.Line;
import dev.faultlab.report.upgrade.UpgradeTables.Mark;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.UpgradeResult;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code upgrade.html}: candidates against places as a heat map, metrics, and what it rests on. */
public final class UpgradePage {
  /** The file's name in the folder of an upgrade. */
  public static final String FILE = "upgrade.html";

  /** The text of the page; runs are linked relative to {@code results/upgrade/<id>/}. */
  public String render(UpgradeResult result) throws IOException {
    Html html = new Html();
    Charts charts = new Charts();
    UpgradeTables tables = new UpgradeTables(result);
    UpgradeNotes notes = new UpgradeNotes(result);
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("signatures", "Signatures");
    sections.put("metrics", "Metrics");
    sections.put("left-out", "Left out");
    sections.put("conditions", "Conditions");
    PageFrame.open(
        html, "upgrade " + result.upgrade().words() + ": " + result.answer().words(), sections);
    header(html, result);
    html.raw("<main><section id=\"signatures\"><h2>Signatures</h2>");
    html.raw("<p class=\"lead\">What each signature saw at the versions that you have, and what");
    html.raw(" became of it at the candidates, ");
    html.raw(
        result.upgrade().baseline().isEmpty()
            ? "in one run on one machine.</p>"
            : "which were run later, on a machine of the same class.</p>");
    heatMap(html, result, tables);
    list(html, notes.explained());
    if (!notes.accepted().isEmpty()) {
      html.raw("<h3>Accepted</h3>");
      list(html, notes.accepted());
    }
    if (!notes.cures().isEmpty()) {
      html.raw("<h3>Cures that need no other version</h3>");
      list(html, notes.cures());
    }
    html.raw("</section><section id=\"metrics\"><h2>Metrics, candidate over what you have</h2>");
    UpgradeMetricsSection.write(html, result, charts);
    if (!notes.facts().isEmpty()) {
      html.raw(
          "<h3>Facts that changed</h3><p class=\"lead\">In every trial, and by more than they");
      html.raw(" vary between the trials of any point. That is no verdict.</p>");
      table(html, UpgradeNotes.factHead(), notes.facts());
    }
    html.raw("</section><section id=\"left-out\"><h2>Left out</h2>");
    list(html, notes.leftOut());
    html.raw("</section><section id=\"conditions\"><h2>What the sides were made of</h2>");
    table(html, List.of("lab", "what", "before", "after", ""), notes.differences());
    runs(html, result);
    html.raw("</section></main>");
    PageFrame.close(html, "faultlab upgrade " + result.id(), charts);
    return html.toString();
  }

  private static void header(Html html, UpgradeResult result) {
    html.raw("<header>").element("p", "class=\"lab\"", "upgrade");
    html.raw("<h1>").text(result.upgrade().words()).raw("</h1>");
    String style =
        switch (result.answer()) {
          case NOTHING_WORSE -> "as_expected";
          case WORSE -> "contradicted";
          case CANNOT_TELL -> "inconclusive";
        };
    html.raw("<div class=\"verdict " + style + "\">");
    html.element("p", "class=\"judgement\"", result.answer().words());
    html.element("p", "class=\"reason\"", result.sentence());
    if (result.candidates().size() > 1) {
      list(html, result.candidates().stream().map(c -> c.sentence()).toList());
    }
    html.raw("</div></header>");
  }

  private static void heatMap(Html html, UpgradeResult result, UpgradeTables tables) {
    html.raw("<div class=\"scroll\"><table class=\"small\"><thead><tr>");
    tables.head().forEach(head -> html.element("th", head));
    html.raw("</tr></thead><tbody>");
    int changes = result.upgrade().to().size();
    for (Line line : tables.lines()) {
      List<String> cells = tables.cells(line);
      html.raw("<tr>");
      for (int i = 0; i < cells.size(); i++) {
        int candidate = i - (cells.size() - changes);
        if (candidate < 0) {
          html.element("td", cells.get(i));
        } else {
          html.raw("<td>")
              .element("span", style(line.changes().get(candidate)), cells.get(i))
              .raw(" <small>")
              .text(changes == 1 ? "" : line.after().get(candidate))
              .raw("</small></td>");
        }
      }
      html.raw("</tr>");
    }
    html.raw("</tbody></table></div>");
  }

  private static String style(Mark mark) {
    return switch (mark.bearing()) {
      case WORSE -> "class=\"badge contradicted\"";
      case OPEN -> "class=\"badge inconclusive\"";
      case ACCEPTED -> "class=\"badge\"";
      case FINE -> mark.change().improves() ? "class=\"badge as_expected\"" : "class=\"badge\"";
      case LEFT_OUT -> "class=\"muted\"";
    };
  }

  private static void runs(Html html, UpgradeResult result) {
    html.raw("<h3>Runs</h3><ul>");
    for (LabComparison lab : result.labs()) {
      html.raw("<li>").text(lab.lab() + " ");
      lab.run().ifPresent(run -> html.file("../../" + lab.lab() + "/" + run + "/report.html", run));
      html.text(lab.failure().orElse("")).raw("</li>");
    }
    html.raw("</ul>");
  }
}
