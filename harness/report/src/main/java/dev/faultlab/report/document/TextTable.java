package dev.faultlab.report.document;

import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A table for a terminal: columns as wide as their text, wrapped at words if the whole is wider
 * than the screen.
 */
public final class TextTable {
  private static final int MIN_WIDTH = 10;
  private static final String GAP = "  ";

  private final List<String> header;
  private final List<List<Cell>> rows = new ArrayList<>();

  /**
   * A cell.
   *
   * @param paint colours a part of a line, without adding visible characters
   */
  public record Cell(List<String> paragraphs, UnaryOperator<String> paint) {
    public Cell {
      paragraphs = paragraphs.stream().map(Escape::visible).toList();
    }

    public static Cell of(String paragraph) {
      return new Cell(List.of(paragraph), UnaryOperator.identity());
    }
  }

  /**
   * @param header empty for a table without one
   */
  public TextTable(List<String> header) {
    this.header = header.stream().map(Escape::visible).toList();
  }

  public void row(List<Cell> cells) {
    rows.add(cells);
  }

  /**
   * The lines of the table, at most {@code width} characters each unless the screen is narrower
   * than ten characters a column.
   */
  public List<String> lines(int width) {
    int[] widths = widths(width);
    List<String> lines = new ArrayList<>();
    if (!header.isEmpty()) {
      lines.addAll(block(header.stream().map(Cell::of).toList(), widths));
      lines.add(
          String.join(GAP, Arrays.stream(widths).mapToObj("-"::repeat).toList()).stripTrailing());
    }
    rows.forEach(row -> lines.addAll(block(row, widths)));
    return lines;
  }

  private int[] widths(int width) {
    int[] widths = new int[Math.max(header.size(), rows.get(0).size())];
    for (int column = 0; column < widths.length; column++) {
      widths[column] = header.isEmpty() ? 0 : header.get(column).length();
      for (List<Cell> row : rows) {
        for (String paragraph : row.get(column).paragraphs()) {
          int longest = paragraph.lines().mapToInt(String::length).max().orElse(0);
          widths[column] = Math.max(widths[column], longest);
        }
      }
    }
    int gaps = GAP.length() * (widths.length - 1);
    while (Arrays.stream(widths).sum() + gaps > width) {
      int widest = 0;
      for (int column = 1; column < widths.length; column++) {
        widest = widths[column] > widths[widest] ? column : widest;
      }
      if (widths[widest] <= MIN_WIDTH) {
        break;
      }
      widths[widest]--;
    }
    return widths;
  }

  private static List<String> block(List<Cell> cells, int[] widths) {
    List<List<String>> wrapped = new ArrayList<>();
    int height = 0;
    for (int column = 0; column < widths.length; column++) {
      int limit = widths[column];
      List<String> lines =
          cells.get(column).paragraphs().stream().flatMap(p -> wrap(p, limit).stream()).toList();
      wrapped.add(lines);
      height = Math.max(height, lines.size());
    }
    List<String> block = new ArrayList<>();
    for (int line = 0; line < height; line++) {
      StringBuilder text = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        List<String> cell = wrapped.get(column);
        String part = line < cell.size() ? cell.get(line) : "";
        text.append(column == 0 ? "" : GAP).append(cells.get(column).paint().apply(part));
        text.append(" ".repeat(widths[column] - part.length()));
      }
      block.add(text.toString().stripTrailing());
    }
    return block;
  }

  /**
   * Breaks at line ends and spaces; a word longer than the limit is cut. No line has a control
   * character.
   */
  static List<String> wrap(String any, int limit) {
    String text = Escape.visible(any).replace('\t', ' ');
    return text.lines().findAny().isEmpty()
        ? List.of("")
        : text.lines().flatMap(line -> wrapLine(line, limit).stream()).toList();
  }

  private static List<String> wrapLine(String text, int limit) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      int from = 0;
      if (line.length() > 0 && line.length() + 1 + word.length() > limit) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (word.length() - from > limit) {
        int to = breakPosition(word, from, limit);
        lines.add(word.substring(from, to));
        from = to;
      }
      line.append(line.length() > 0 ? " " : "").append(word, from, word.length());
    }
    lines.add(line.toString());
    return lines;
  }

  /** After the last sign that fits and parts a name from its value, if any; else at the limit. */
  private static int breakPosition(String word, int from, int limit) {
    for (int i = from + limit; i > from + limit / 3; i--) {
      if ("-/@=:,".indexOf(word.charAt(i - 1)) >= 0) {
        return i;
      }
    }
    return from + limit;
  }
}
