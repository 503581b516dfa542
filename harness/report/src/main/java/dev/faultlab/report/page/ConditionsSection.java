package dev.faultlab.report.page;

import dev.faultlab.evidence.TrialRole;
import dev.faultlab.report.WhatRan;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.verdict.Obstacle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the run was carried out under, and by what: calibrations, trials, time, provenance. */
final class ConditionsSection {
  private final RunResult result;
  private final Path run;
  private final List<String> beside;

  /**
   * @param beside the files of a committed result, where the page lies beside them; else empty
   */
  ConditionsSection(RunResult result, Path run, List<String> beside) {
    this.result = result;
    this.run = run;
    this.beside = beside;
  }

  String section() {
    Html html = new Html();
    html.fold("conditions", "Conditions", !result.obstacles().isEmpty());
    obstacles(html);
    ran(html);
    calibrations(html);
    wallTime(html);
    trials(html);
    html.raw("</details>").fold("provenance", "Provenance", false);
    html.raw("<div class=\"grid two\">");
    html.raw("<table class=\"small pairs\"><tbody>");
    pair(html, "run", result.runId());
    pair(html, "started", result.startedAt());
    pair(html, "finished", result.finishedAt());
    result.parameters().forEach((name, all) -> pair(html, "--" + name, Axes.list(all)));
    html.raw("</tbody></table><table class=\"small pairs\"><tbody>");
    result.provenance().forEach((name, value) -> pair(html, name, value));
    html.raw("</tbody></table></div><p>Everything on this page is in ");
    String committed = "../" + run.getFileName() + ".json";
    if (!beside.isEmpty()) {
      html.file(beside.get(0), beside.get(0));
      beside.stream().skip(1).forEach(file -> html.raw(", the evidence in ").file(file, file));
    } else if (Files.exists(run.resolve(committed))) {
      html.file(committed, run.getFileName() + ".json").raw(" and the evidence beside it");
    } else {
      html.file("result.json", "result.json").raw(" and the evidence beside it; also ");
      html.file("junit.xml", "junit.xml").raw(", ").file("summary.md", "summary.md");
    }
    return html.raw(".</p></details>").toString();
  }

  private void obstacles(Html html) {
    if (result.obstacles().isEmpty()) {
      return;
    }
    html.raw("<h3>Obstacles</h3><p class=\"lead\">What makes the run undecidable as a whole.</p>");
    html.raw("<div class=\"scroll\"><table class=\"small\"><thead><tr><th>Kind<th>Of<th>What");
    html.raw("</thead><tbody>");
    for (Obstacle o : result.obstacles()) {
      html.raw("<tr>").element("td", o.kind().name().toLowerCase(Locale.ROOT));
      html.element("td", o.subject()).element("td", o.message());
    }
    html.raw("</tbody></table></div>");
  }

  private void ran(Html html) {
    WhatRan ran = WhatRan.of(result);
    if (ran.rows().isEmpty()) {
      return;
    }
    html.raw("<h3>What ran</h3><p class=\"lead\">What the running components said of themselves.");
    html.raw("</p><div class=\"scroll\"><table class=\"small\"><thead><tr><th>Stack");
    ran.components().forEach(component -> html.element("th", component));
    html.raw("<th>Points</thead><tbody>");
    for (WhatRan.Row row : ran.rows()) {
      html.raw("<tr><td>").element("code", row.stack());
      row.failure().ifPresent(f -> html.raw("<br><b>did not start</b>: ").text(f));
      row.said().forEach(said -> html.element("td", said));
      html.raw("<td>");
      row.points().forEach(point -> html.element("code", point).raw(" "));
    }
    html.raw("</tbody></table></div>");
  }

  private void calibrations(Html html) {
    if (result.calibrations().isEmpty()) {
      return;
    }
    html.raw(
        "<h3>Calibrations</h3><div class=\"scroll\"><table class=\"small\"><thead><tr><th>What");
    html.raw("<th>Stack<th>Set<th>Measured<th>n<th>Tolerance<th>Within</thead><tbody>");
    for (CalibrationResult c : result.calibrations()) {
      html.raw("<tr>").element("td", c.title()).element("td", c.stack());
      html.element("td", Numbers.show(c.target()) + " " + c.unit());
      html.element("td", "class=\"strong\"", Numbers.show(c.measured()) + " " + c.unit());
      html.element("td", String.valueOf(c.samples()));
      html.element("td", Numbers.show(100 * c.tolerance()) + " %");
      html.raw(c.within() ? "<td>✓ yes" : "<td><b>✗ no</b>");
    }
    html.raw("</tbody></table></div>");
  }

  private void wallTime(Html html) {
    double all = result.seconds();
    if (all <= 0) {
      return;
    }
    html.raw("<h3>Where the time went</h3><table class=\"small pairs bars\"><tbody>");
    for (Map.Entry<String, Double> phase : result.wallTime().entrySet()) {
      long percent = Math.round(100 * phase.getValue() / all);
      html.raw("<tr>").element("th", phase.getKey());
      html.element("td", Numbers.duration(phase.getValue()) + ", " + percent + " %");
      html.raw("<td><div class=\"bar\" style=\"width:" + percent + "%\"></div>");
    }
    html.raw("</tbody></table>");
  }

  private void trials(Html html) {
    html.raw("<details><summary>").text(result.trials().size() + " trials, in order of execution");
    html.raw(
        "</summary><div class=\"scroll\"><table class=\"small\"><thead><tr><th>Started<th>Point");
    html.raw(
        "<th>Trial<th>Alone<th>Load<th>Captured<th>Dropped<th>Complete<th>Failure</thead><tbody>");
    for (TrialResult t : result.trials()) {
      html.raw("<tr>")
          .element("td", t.startedAt())
          .raw("<td>")
          .element("code", result.name(t.point()));
      html.element("td", String.valueOf(t.index()));
      html.element("td", alone(t));
      html.element("td", Numbers.duration(t.loadMillis() / 1000.0));
      html.element("td", t.capture().map(c -> String.valueOf(c.captured())).orElse("-"));
      html.element("td", t.capture().map(c -> String.valueOf(c.dropped())).orElse("-"));
      html.element("td", t.capture().map(c -> c.complete() ? "yes" : "no").orElse("-"));
      html.element("td", t.failure().orElse(""));
    }
    html.raw("</tbody></table></div></details>");
  }

  /** Whether nothing went on beside it; of a witness, and in older results, that is not known. */
  private static String alone(TrialResult trial) {
    if (trial.role().equals(Optional.of(TrialRole.MEASURED))) {
      return "yes";
    }
    return trial.role().equals(Optional.of(TrialRole.COUNTED)) ? "no" : "-";
  }

  private static void pair(Html html, String name, String value) {
    html.raw("<tr>").element("th", name).element("td", value);
  }
}
