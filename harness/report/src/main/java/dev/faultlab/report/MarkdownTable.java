package dev.faultlab.report;

import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A GitHub-flavoured table; heads are text, cells are markup already. */
public final class MarkdownTable {
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  public MarkdownTable(String... head) {
    this.columns = head.length;
    row(Arrays.stream(head).map(Escape::markdown).toArray(String[]::new));
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

  /** Text in code style inside a cell: a table looks for its bars in code as well. */
  public static String code(String text) {
    return Escape.markdownCode(text).replace("|", "\\|");
  }
}
