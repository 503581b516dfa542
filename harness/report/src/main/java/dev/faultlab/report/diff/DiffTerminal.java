package dev.faultlab.report.diff;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.FigureChange;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.report.Screen;
import dev.faultlab.report.TextTable;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The comparison on a terminal: signatures, metrics, what changed in the captures, the answer. */
public final class DiffTerminal {
  private final Screen screen;

  public DiffTerminal(Screen screen) {
    this.screen = screen;
  }

  /** Renders; {@code files} says where the other forms are. */
  public String render(RunDiff diff, List<String> files) {
    List<String> lines = new ArrayList<>();
    lines.add(Escape.line(diff.runs().lab() + ", " + diff.runs().question()));
    lines.add("A " + Escape.line(diff.runs().a()));
    lines.add("B " + Escape.line(diff.runs().b()));
    diff.context()
        .reservations()
        .forEach(r -> add(lines, "NOT COMPARABLE, compared on demand: ", r));
    diff.context()
        .conditions()
        .forEach(c -> add(lines, "differs: ", c.name() + ": " + c.before() + " -> " + c.after()));
    lines.add("");
    table(lines, DiffTables.signatures(diff), "point", "signature", "A", "B", "change");
    table(lines, DiffTables.metrics(diff), "point", "metric", "A", "B", "B/A", "p", "change");
    figures(lines, "facts", diff.facts());
    figures(lines, "captures", diff.captures());
    diff.context().notes().forEach(note -> add(lines, "note: ", note));
    lines.add("Verdict: " + paint(diff));
    diff.reasons().forEach(reason -> add(lines, "  - ", reason));
    files.forEach(file -> lines.add("Report: " + Escape.line(file)));
    return String.join("\n", lines) + "\n";
  }

  private void figures(List<String> lines, String where, List<FigureChange> figures) {
    if (figures.isEmpty()) {
      return;
    }
    long same = figures.stream().filter(c -> !c.changed()).count();
    table(
        lines,
        DiffTables.figures(figures).stream()
            .filter(row -> !row.get(4).isEmpty())
            .map(row -> row.subList(0, 4))
            .toList(),
        "point",
        "in the " + where,
        "A",
        "B");
    lines.add(same + " figures of the " + where + " are the same or overlap");
    lines.add("");
  }

  private void add(List<String> lines, String prefix, String text) {
    List<String> wrapped = TextTable.wrap(text, Math.max(20, screen.width() - prefix.length()));
    for (int i = 0; i < wrapped.size(); i++) {
      lines.add((i == 0 ? prefix : " ".repeat(prefix.length())) + wrapped.get(i));
    }
  }

  private String paint(RunDiff diff) {
    String words = diff.verdict().words();
    String text = diff.verdict() == Answer.NOTHING_WORSE ? words : words.toUpperCase(Locale.ROOT);
    if (!screen.colour()) {
      return text;
    }
    return switch (diff.verdict()) {
          case NOTHING_WORSE -> "\u001b[32m";
          case WORSE -> "\u001b[1;31m";
          case CANNOT_TELL -> "\u001b[1;33m";
        }
        + text
        + "\u001b[0m";
  }

  private void table(List<String> lines, List<List<String>> rows, String... head) {
    if (rows.isEmpty()) {
      return;
    }
    TextTable table = new TextTable(head);
    rows.forEach(row -> table.row(row.stream().map(List::of).toList()));
    lines.addAll(table.lines(screen.width()));
    lines.add("");
  }
}
