package dev.faultlab.report;

import java.util.ArrayList;
import java.util.List;

/** A GitHub-flavoured table; cells are markup already. */
public final class MarkdownTable {
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  public MarkdownTable(String... head) {
    this.columns = head.length;
    row(head);
    lines.add("|" + " --- |".repeat(columns));
  }

  public void row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(cells.length + " cells under " + columns + " heads");
    }
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  public String render() {
    return String.join("\n", lines) + "\n";
  }

  /** Text in code style inside a cell. */
  public static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  /** Keeps evidence from becoming markup. */
  public static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replace("_", "\\_")
        .replace("~", "\\~")
        .replace("\n", " ");
  }
}
