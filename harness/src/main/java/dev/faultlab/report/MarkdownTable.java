package dev.faultlab.report;

import java.util.ArrayList;
import java.util.List;

/** A GitHub-flavoured table; cells are markup already. */
final class MarkdownTable {
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  MarkdownTable(String... head) {
    this.columns = head.length;
    row(head);
    lines.add("|" + " --- |".repeat(columns));
  }

  void row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(cells.length + " cells under " + columns + " heads");
    }
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  String render() {
    return String.join("\n", lines) + "\n";
  }
}
