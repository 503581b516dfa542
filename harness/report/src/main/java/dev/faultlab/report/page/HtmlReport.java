package dev.faultlab.report.page;

import dev.faultlab.lab.RunForm;
import dev.faultlab.report.ResultRow;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Signatures;
import dev.faultlab.text.Escape;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code report.html}: the claim in one sentence, the picture that shows it, and then the rest,
 * folded away unless something in it is not as expected.
 */
public final class HtmlReport {
  /**
   * The text of the page.
   *
   * @param run folder of the run; files of the evidence that are not there are left out
   */
  public String render(RunResult result, Path run) throws IOException {
    return render(result, run, List.of());
  }

  /**
   * The text of a page that lies beside a committed result.
   *
   * @param run root of the evidence, or a folder that is not there
   * @param beside names of the result's file and of the archive of its evidence, if it has one
   */
  public String render(RunResult result, Path run, List<String> beside) throws IOException {
    List<CellView> cells = CellView.of(result);
    Charts charts = new Charts();
    CaptureCharts captures = new CaptureCharts(run, charts);
    captures.read(cells);
    Signatures signatures = new Signatures();
    String picture = captures.hero(cells) + CountsSection.blocks(result, signatures);
    String effects = new EffectCharts(result, cells, charts).section();
    String distributions = new Distributions(run, charts).section(cells);
    String evidence = new EvidenceSection(result, run, captures, signatures).section(cells);

    Html html = new Html();
    PageFrame.open(
        html,
        result.lab() + ": " + words(result) + " (" + result.runId() + ")",
        sections(!effects.isEmpty()));
    html.raw("<header>");
    verdict(html, result);
    html.raw("</header><main>");
    if (!picture.isEmpty()) {
      html.raw("<section id=\"picture\"><h2>In one picture</h2>").raw(picture).raw("</section>");
    }
    table(html, result);
    html.raw(effects).raw(distributions).raw(evidence);
    html.raw(new ConditionsSection(result, run, beside).section());
    html.raw("</main>");
    PageFrame.close(html, "faultlab, run " + result.runId(), charts);
    return html.toString();
  }

  private static void verdict(Html html, RunResult result) {
    Judgement judgement = result.verdict().judgement();
    html.element(
        "p",
        "class=\"lab\"",
        result.lab() + (result.form() == RunForm.SHORT ? ", short form" : ""));
    // A title that begins with a call, as in "new String(bytes, ...", is not to get a capital.
    boolean call = result.title().matches("[a-z][A-Za-z. ]*\\(.*");
    html.element("h1", call ? "" : "class=\"sentence\"", result.title());
    html.raw("<div class=\"verdict " + judgement.name().toLowerCase(Locale.ROOT) + "\">");
    html.element("p", "class=\"judgement\"", ResultRow.sentence(judgement));
    List<String> reasons = result.verdict().reasons();
    html.element(
        "p",
        "class=\"reason\"",
        (judgement == Judgement.AS_EXPECTED ? words(result) + ": " : "") + reasons.get(0));
    if (reasons.size() > 1) {
      html.raw("<details" + (reasons.size() < 5 ? " open" : "") + "><summary>and ");
      html.text((reasons.size() - 1) + " more").raw("</summary><ul>");
      reasons.stream().skip(1).forEach(reason -> html.element("li", reason));
      html.raw("</ul></details>");
    }
    html.raw("</div>");
    html.element(
        "p",
        "class=\"muted\"",
        result.startedAt().replaceAll("\\.[0-9]+Z", "Z")
            + ", "
            + result.trials().size()
            + " trials in "
            + Numbers.duration(result.seconds())
            + ", run "
            + result.runId());
  }

  private static void table(Html html, RunResult result) {
    boolean asExpected = result.verdict().judgement() == Judgement.AS_EXPECTED;
    html.fold("table", "Expected and found", !asExpected).raw("<div class=\"scroll\">");
    html.raw("<table class=\"verdicts\">");
    List<ResultRow> rows = ResultRow.of(result);
    boolean effects = rows.stream().anyMatch(row -> row.headline().isPresent());
    html.raw("<thead><tr><th>Variant<th>Expected<th>Found").raw(effects ? "<th>Effect" : "");
    html.raw("<th>Outcome</thead><tbody>");
    for (ResultRow row : rows) {
      html.raw("<tr><td><a href=\"#" + Html.id("cell-" + row.name()) + "\">");
      html.name(row.name()).raw("</a><br>").text(row.title());
      html.element("td", "data-head=\"expected\"", row.expected());
      html.raw("<td data-head=\"found\">").element("b", row.found()).raw(" ");
      html.element("span", "class=\"muted\"", row.signature()).raw("<br>").text(row.reason());
      if (effects) {
        effect(html, row);
      }
      html.raw("<td>").raw(EvidenceSection.badge(row.outcome()));
    }
    html.raw("</tbody></table></div></details>");
  }

  private static void effect(Html html, ResultRow row) {
    html.raw(row.headline().isPresent() ? "<td data-head=\"effect\">" : "<td>");
    row.headline()
        .ifPresent(
            h ->
                html.element("span", "class=\"muted\"", Numbers.name(h.measurement())).raw("<br>"));
    html.raw(String.join("<br>", row.effectLines().stream().map(Escape::html).toList()));
  }

  private static Map<String, String> sections(boolean effects) {
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("table", "Verdict");
    if (effects) {
      sections.put("effects", "Cost");
    }
    sections.put("evidence", "Evidence");
    sections.put("conditions", "Conditions");
    sections.put("provenance", "Provenance");
    return sections;
  }

  private static String words(RunResult result) {
    return ResultRow.words(result.verdict().judgement());
  }
}
