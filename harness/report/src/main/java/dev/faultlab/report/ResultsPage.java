package dev.faultlab.report;

import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.RunResult;
import dev.faultlab.text.Escape;
import java.util.Map;

/** A page in Markdown with the verdicts and the intervals of a lab's committed results. */
public final class ResultsPage {
  private ResultsPage() {}

  /**
   * The page.
   *
   * @param mark first line, which says that a program writes the page
   * @param results of one lab, by the names of their files
   */
  public static String of(String mark, String lab, Map<String, RunResult> results) {
    StringBuilder page = new StringBuilder(mark + "\n# Committed results of lab " + lab + "\n\n");
    page.append(
        "What the committed runs found and measured. [Reference results](../../docs/dev/reference-results.md)\n"
            + "explains how they are made and checked, [statistics](../../docs/explanation/statistics.md) the intervals.\n");
    results.forEach((name, result) -> section(page, name, result));
    // What was stored keeps the word that the labs used then.
    return page.toString().replace("look-up", "lookup");
  }

  private static void section(StringBuilder page, String name, RunResult result) {
    page.append(
        "\n## %s\n\nVerdict: **%s**. Run %s, %d trials, [%s.json](../../results/reference/%s.json).\n\n"
            .formatted(
                name,
                ResultRow.words(result.verdict().judgement()),
                Escape.markdownCode(result.runId()),
                result.trials().size(),
                name,
                name));
    RunReport report = new RunReport(result);
    if (!result.outcomes().isEmpty()) {
      page.append(new MarkdownRenderer().table(report.verdicts(false)));
      ResultRow.excluded(result).forEach(line -> page.append("\n" + line + "\n"));
    }
    if (!result.measurements().isEmpty()) {
      page.append("\n").append(new MarkdownRenderer().table(report.measurements(false)));
    }
  }
}
