package dev.faultlab.cli;

import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Aligned columns for the terminal. */
final class Table {
  /** A cell of megabytes would pad every row to its width. */
  private static final int WIDEST = 200;

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... header) {
    rows.add(List.of(header));
  }

  void row(Object... cells) {
    rows.add(Arrays.stream(cells).map(String::valueOf).map(Escape::line).map(Table::cut).toList());
  }

  private static String cut(String cell) {
    return cell.length() > WIDEST ? cell.substring(0, WIDEST - 1) + "…" : cell;
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
