package dev.faultlab.cli;

import dev.faultlab.report.document.TextTable;
import dev.faultlab.text.Escape;
import java.util.List;
import java.util.stream.Stream;

/** Aligned columns for the terminal. */
final class Table {
  /** A cell of megabytes would pad every row to its width. */
  private static final int MAX_CELL_WIDTH = 200;

  private final TextTable table = new TextTable(List.of());

  Table(String... header) {
    row((Object[]) header);
  }

  void row(Object... cells) {
    table.row(
        Stream.of(cells)
            .map(cell -> TextTable.Cell.of(truncate(Escape.line(String.valueOf(cell)))))
            .toList());
  }

  private static String truncate(String cell) {
    return cell.length() > MAX_CELL_WIDTH ? cell.substring(0, MAX_CELL_WIDTH - 1) + "…" : cell;
  }

  @Override
  public String toString() {
    return String.join("\n", table.lines(Integer.MAX_VALUE)) + "\n";
  }
}
