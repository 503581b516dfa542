package dev.faultlab.report.upgrade;

import dev.faultlab.report.Screen;
import dev.faultlab.report.TextTable;
import dev.faultlab.text.Escape;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An upgrade on a terminal: one table, what stands behind it, one sentence. */
public final class UpgradeTerminal {
  private static final String RESET = "\u001b[0m";

  private final Screen screen;

  public UpgradeTerminal(Screen screen) {
    this.screen = screen;
  }

  /** Renders; {@code files} says where the other forms are. */
  public String render(UpgradeResult result, List<String> files) {
    UpgradeTables tables = new UpgradeTables(result);
    UpgradeNotes notes = new UpgradeNotes(result);
    List<String> lines = new ArrayList<>();
    table(lines, tables.head(), tables.lines().stream().map(tables::cells).toList());
    table(lines, UpgradeMetrics.head(), new UpgradeMetrics(result).rows(false));
    table(lines, UpgradeNotes.factHead(), notes.facts());
    notes.explained().forEach(line -> add(lines, "  - ", line));
    notes.accepted().forEach(line -> add(lines, "accepted: ", line));
    notes.cures().forEach(line -> add(lines, "cures: ", line));
    notes
        .differences()
        .forEach(
            d ->
                add(
                    lines,
                    "differs: ",
                    d.get(0) + ", " + d.get(1) + " (" + d.get(4) + "): " + d.get(2) + " -> "
                        + d.get(3)));
    notes.leftOut().forEach(out -> add(lines, "left out: ", out));
    paragraph(lines);
    if (result.candidates().size() > 1) {
      result.candidates().forEach(candidate -> add(lines, "  ", candidate.sentence()));
    }
    List<String> sentence = new ArrayList<>();
    add(sentence, "", result.sentence());
    sentence.forEach(line -> lines.add(paint(result, line)));
    files.forEach(file -> lines.add("Report: " + Escape.line(file)));
    return String.join("\n", lines) + "\n";
  }

  /** The rows of some variants, the cures and the sentence: what a document has room for. */
  public String summary(UpgradeResult result, Set<String> variants) {
    UpgradeTables tables = new UpgradeTables(result);
    List<String> lines = new ArrayList<>();
    table(
        lines,
        tables.head(),
        tables.lines().stream()
            .filter(line -> variants.contains(line.variant()))
            .map(tables::cells)
            .toList());
    new UpgradeNotes(result).cures().forEach(line -> add(lines, "cures: ", line));
    paragraph(lines);
    add(lines, "", result.sentence());
    return String.join("\n", lines) + "\n";
  }

  private void table(List<String> lines, List<String> head, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    TextTable table = new TextTable(head.toArray(String[]::new));
    rows.forEach(row -> table.row(row.stream().map(List::of).toList()));
    lines.addAll(table.lines(screen.width()));
    paragraph(lines);
  }

  private static void paragraph(List<String> lines) {
    if (!lines.isEmpty() && !lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
  }

  private void add(List<String> lines, String prefix, String text) {
    List<String> wrapped = TextTable.wrap(text, Math.max(20, screen.width() - prefix.length()));
    for (int i = 0; i < wrapped.size(); i++) {
      lines.add((i == 0 ? prefix : " ".repeat(prefix.length())) + wrapped.get(i));
    }
  }

  private String paint(UpgradeResult result, String text) {
    if (!screen.colour()) {
      return text;
    }
    return switch (result.answer()) {
          case NOTHING_WORSE -> "\u001b[32m";
          case WORSE -> "\u001b[1;31m";
          case CANNOT_TELL -> "\u001b[1;33m";
        }
        + text
        + RESET;
  }
}
