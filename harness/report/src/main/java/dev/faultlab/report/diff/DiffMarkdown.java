package dev.faultlab.report.diff;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.report.MarkdownTable;
import dev.faultlab.text.Escape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The comparison for a pull request or a ticket. */
public final class DiffMarkdown {

  /** The text of the file. */
  public String render(RunDiff diff) {
    StringBuilder text = new StringBuilder();
    text.append("# ")
        .append(Escape.markdown(diff.runs().lab() + ", " + diff.runs().question()))
        .append(": ")
        .append(diff.verdict().words())
        .append("\n\n");
    text.append("A ").append(Escape.markdownCode(diff.runs().a()));
    text.append(", B ").append(Escape.markdownCode(diff.runs().b())).append("\n\n");
    list(text, "", diff.reasons());
    list(text, "**Not comparable, compared on demand:** ", diff.context().reservations());
    list(text, "Note: ", diff.context().notes());
    table(
        text, "Signatures", DiffTables.signatures(diff), "Point", "Signature", "A", "B", "Change");
    table(text, "Metrics", DiffTables.metrics(diff), "Point", "Metric", "A", "B", "B/A", "p", "");
    table(text, "Facts", DiffTables.figures(diff.facts()), "Point", "Fact", "A", "B", "");
    table(text, "Captures", DiffTables.figures(diff.captures()), "Point", "Figure", "A", "B", "");
    table(text, "Conditions that differ", DiffTables.conditions(diff), "What", "A", "B");
    return text.toString();
  }

  private static void list(StringBuilder text, String prefix, List<String> items) {
    items.forEach(
        i -> text.append("- ").append(prefix).append(Escape.markdownBlock(i)).append('\n'));
  }

  private static void table(
      StringBuilder text, String title, List<List<String>> rows, String... head) {
    if (rows.isEmpty()) {
      return;
    }
    MarkdownTable table = new MarkdownTable(head);
    for (List<String> row : rows) {
      table.row(row.stream().map(DiffMarkdown::cell).toArray(String[]::new));
    }
    text.append("\n## ").append(title).append("\n\n").append(table.render());
  }

  private static String cell(String text) {
    boolean marked =
        Arrays.stream(Change.values())
            .anyMatch(
                change ->
                    change == Change.CHANGED
                        ? text.equals(change.words())
                        : change.bearing() == Bearing.WORSE
                            && text.equals(change.words(Bearing.WORSE)));
    return marked ? "**" + text.toLowerCase(Locale.ROOT) + "**" : Escape.markdown(text);
  }
}
