package dev.faultlab.report;

import dev.faultlab.effect.Measurement;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.List;
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
            + "explains how they are made and checked, [statistics](../../docs/statistics.md) the intervals.\n");
    results.forEach((name, result) -> section(page, name, result));
    return page.toString();
  }

  private static void section(StringBuilder page, String name, RunResult result) {
    page.append("\n## ").append(name).append("\n\n");
    page.append("Verdict: **")
        .append(ResultRow.words(result.verdict().judgement()))
        .append("**. Run ")
        .append(Escape.markdownCode(result.runId()))
        .append(", ")
        .append(result.trials().size())
        .append(" trials, [")
        .append(name)
        .append(".json](../../results/reference/")
        .append(name)
        .append(".json).\n\n");
    if (!result.outcomes().isEmpty()) {
      page.append(new MarkdownRenderer().table(new RunReport(result).verdicts(false)));
    }
    if (!result.measurements().isEmpty()) {
      page.append("\n").append(new MarkdownRenderer().table(measured(result)));
    }
  }

  private static Block measured(RunResult result) {
    List<List<Text>> rows = new ArrayList<>();
    for (Measurement each : result.measurements()) {
      rows.add(
          List.of(
              Text.of(Numbers.name(each)),
              Text.code(result.name(each.point())),
              Text.of(Numbers.show(each.estimate(), each.unit())),
              Text.of(String.valueOf(each.estimate().n()))));
    }
    return Block.table(List.of("Metric", "Point", "Median [95 %]", "n"), rows);
  }
}
