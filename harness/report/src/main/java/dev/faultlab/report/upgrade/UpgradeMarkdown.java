package dev.faultlab.report.upgrade;

import dev.faultlab.report.MarkdownTable;
import dev.faultlab.text.Escape;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.List;

/** {@code summary.md} of an upgrade: what a pull request or a ticket wants to show. */
public final class UpgradeMarkdown {

  /** The text of the file. */
  public String render(UpgradeResult result) {
    UpgradeTables tables = new UpgradeTables(result);
    UpgradeNotes notes = new UpgradeNotes(result);
    StringBuilder text =
        new StringBuilder("## Upgrade " + Escape.markdown(result.upgrade().words()) + "\n\n");
    text.append("**").append(result.answer().words()).append("**: ");
    text.append(Escape.markdown(result.sentence())).append('\n');
    if (result.candidates().size() > 1) {
      text.append('\n');
      result
          .candidates()
          .forEach(c -> text.append("- ").append(Escape.markdownBlock(c.sentence())).append('\n'));
    }
    table(text, tables.head(), tables.lines().stream().map(tables::cells).toList());
    if (!notes.explained().isEmpty()) {
      text.append('\n');
    }
    notes.explained().forEach(line -> item(text, line));
    if (!notes.accepted().isEmpty()) {
      text.append("\nAccepted:\n\n");
      notes.accepted().forEach(line -> item(text, line));
    }
    if (!notes.cures().isEmpty()) {
      text.append("\nCures that need no other version:\n\n");
      notes.cures().forEach(line -> item(text, line));
    }
    table(text, UpgradeMetrics.head(), new UpgradeMetrics(result).rows(false));
    table(text, UpgradeNotes.factHead(), notes.facts());
    table(text, List.of("lab", "what differs", "before", "after", ""), notes.differences());
    if (!notes.leftOut().isEmpty()) {
      text.append("\nLeft out:\n\n");
      notes.leftOut().forEach(out -> item(text, out));
    }
    text.append("\nRuns: ");
    text.append(
        String.join(
            ", ",
            result.labs().stream()
                .flatMap(
                    lab ->
                        lab.run().stream().map(run -> Escape.markdownCode(lab.lab() + "/" + run)))
                .toList()));
    return text.append('\n').toString();
  }

  private static void item(StringBuilder text, String any) {
    text.append("- ").append(Escape.markdownBlock(any)).append('\n');
  }

  private static void table(StringBuilder text, List<String> head, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    MarkdownTable table = new MarkdownTable(head.toArray(String[]::new));
    rows.forEach(row -> table.row(row.stream().map(Escape::markdown).toArray(String[]::new)));
    text.append('\n').append(table.render());
  }
}
