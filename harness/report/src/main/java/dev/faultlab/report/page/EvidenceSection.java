package dev.faultlab.report.page;

import dev.faultlab.fact.Fact;
import dev.faultlab.report.ResultRow;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Signatures;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** For each point: what was seen in every trial, with file and frame, and the capture drawn. */
final class EvidenceSection {
  private final RunResult result;
  private final Path run;
  private final CaptureCharts captures;
  private final Signatures signatures;

  EvidenceSection(RunResult result, Path run, CaptureCharts captures, Signatures signatures) {
    this.result = result;
    this.run = run;
    this.captures = captures;
    this.signatures = signatures;
  }

  String section(List<CellView> cells) throws IOException {
    Html html = new Html();
    html.raw(
        "<section id=\"evidence\"><h2>The evidence</h2><p class=\"lead\">Every value links to");
    html.raw(" the file that it stands in. To see a frame: <code>tshark -r FILE -Y");
    html.raw(" 'frame.number == N' -V</code>.</p>");
    String variant = "";
    for (CellView cell : cells) {
      if (!cell.variant().equals(variant)) {
        html.raw(variant.isEmpty() ? "" : "</div>").raw("<div class=\"variant\">");
        html.raw("<h3>").text(cell.variant());
        html.element("small", cell.title()).raw("</h3>");
        variant = cell.variant();
      }
      cell(html, cell);
    }
    return html.raw(variant.isEmpty() ? "" : "</div>").raw("</section>").toString();
  }

  private void cell(Html html, CellView cell) throws IOException {
    html.raw("<details class=\"cell\" id=\"" + Html.id("cell-" + cell.name()) + "\"");
    html.raw(cell.asExpected() ? ">" : " open>").raw("<summary>").name(cell.name()).raw(" ");
    for (Outcome outcome : cell.outcomes()) {
      html.raw(badge(outcome)).raw(" ");
      html.element("span", "class=\"muted\"", outcome.reason()).raw(" ");
    }
    if (cell.outcomes().isEmpty()) {
      html.element("span", "class=\"muted\"", trials(cell.trials().size()) + ", only measured");
    }
    html.raw("</summary>");
    cell.outcomes().forEach(outcome -> facts(html, outcome));
    captures.figures(html, cell);
    html.raw(Counters.table(run, cell.trials()));
    files(html, cell);
    html.raw("</details>");
  }

  private void facts(Html html, Outcome outcome) {
    Map<String, String> names = new LinkedHashMap<>();
    outcome
        .observations()
        .forEach(o -> o.facts().forEach(f -> names.putIfAbsent(f.id(), f.name())));
    Set<String> decided = new HashSet<>();
    outcome.observations().forEach(o -> decided.addAll(signatures.decidedBy(o)));
    html.raw("<div class=\"scroll\"><table class=\"small\"><thead><tr><th>");
    html.text(outcome.signature()).raw("<th>found");
    names.forEach(
        (id, name) -> {
          html.raw("<th>").text(name);
          if (decided.contains(id)) {
            html.decides("decides");
          }
          html.raw("</th>");
        });
    html.raw("</thead><tbody>");
    for (int i = 0; i < outcome.observations().size(); i++) {
      Observation seen = outcome.observations().get(i);
      html.raw("<tr><td>trial ").text(String.valueOf(result.trial(outcome.point(), i)));
      html.raw("<td title=\"");
      html.text(seen.reason()).raw("\">");
      html.text(seen.state().name().toLowerCase(Locale.ROOT) + " (" + seen.code() + ")");
      Set<String> here = signatures.decidedBy(seen);
      for (String id : names.keySet()) {
        Optional<Fact<?>> fact = seen.facts().stream().filter(f -> f.id().equals(id)).findFirst();
        html.raw(here.contains(id) ? "<td class=\"strong\">" : "<td>");
        fact.ifPresent(
            f -> {
              TrialFiles.link(html, run, f.file(), String.valueOf(f.value()));
              html.raw(" ");
              html.element("small", f.where());
            });
      }
    }
    html.raw("</tbody></table></div>");
  }

  private void files(Html html, CellView cell) throws IOException {
    html.raw("<p class=\"files\">");
    int without = 0;
    for (TrialResult trial : cell.trials()) {
      List<String> files = new TrialFiles(run, trial.folder()).all();
      if (files.isEmpty() && trial.failure().isEmpty()) {
        without++;
        continue;
      }
      html.element("span", "class=\"muted\"", "trial " + trial.index() + ": ");
      for (String file : files) {
        boolean flame = file.endsWith(".html") || file.endsWith(".svg");
        html.raw(flame ? "<b>" : "");
        TrialFiles.evidence(html, run, file, file.substring(trial.folder().length() + 1));
        html.raw(flame ? "</b> " : " ");
      }
      trial.failure().ifPresent(f -> html.element("em", "not carried out: " + f).raw(" "));
    }
    if (without > 0) {
      html.element("span", "class=\"muted\"", "files of " + trials(without) + " are not here");
    }
    html.raw("</p>");
  }

  private static String trials(int n) {
    return n == 1 ? "1 trial" : n + " trials";
  }

  static String badge(Outcome outcome) {
    boolean there =
        outcome.judgement() == Judgement.AS_EXPECTED && outcome.state() == State.PRESENT;
    String style = there ? "there" : outcome.judgement().name().toLowerCase(Locale.ROOT);
    String mark =
        switch (outcome.judgement()) {
          case AS_EXPECTED -> "✓";
          case CONTRADICTED -> "✗";
          case INCONCLUSIVE -> "?";
        };
    return "<span class=\"badge "
        + style
        + "\">"
        + mark
        + " "
        + ResultRow.words(outcome)
        + "</span>";
  }
}
