package dev.faultlab.report;

import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parts of a document that are rendered from the committed reference results, so that they
 * cannot differ from them. Four marks, all invisible where Markdown is rendered:
 *
 * <ul>
 *   <li>{@code <!-- csv:NAME -->} to {@code <!-- /csv -->}, on lines of their own: a committed
 *       measurement of {@code make bench}, all of it.
 *   <li>{@code <!-- cell:NAME ROW COLUMN -->} to {@code <!-- /cell -->}, within a line: one cell of
 *       such a measurement; ROW is the value of its first column, with {@code _} for each space.
 *   <li>{@code <!-- fig:LAB KIND ... -->} to {@code <!-- /fig -->}, within a line: one {@link
 *       Figure}; in claims only.
 *   <li>{@code <!-- output:COMMAND ... -->} to {@code <!-- /output -->}, on lines of their own: a
 *       command's output for committed data, as a block of code.
 * </ul>
 */
public final class BoundText {
  private static final Pattern CSV =
      Pattern.compile("(?m)^[ \\t]*<!-- csv:([a-z0-9-]+) -->[ \\t]*$");
  private static final String CSV_END = "<!-- /csv -->";
  private static final Pattern CELL =
      Pattern.compile("<!-- cell:([a-z0-9-]+) ([^ >]+) ([^>]+?) -->");
  private static final String CELL_END = "<!-- /cell -->";
  private static final Pattern FIGURE = Pattern.compile("<!-- fig:([a-z0-9/-]+) ([^>]+?) -->");
  private static final String FIGURE_END = "<!-- /fig -->";

  private static final Pattern OUTPUT =
      Pattern.compile("(?m)^[ \\t]*<!-- output:([a-z]+) ([^>]+?) -->[ \\t]*$");
  private static final String OUTPUT_END = "<!-- /output -->";

  /** Commands whose output for committed data is shown. */
  public interface Outputs {
    /**
     * The output of a command, in lines.
     *
     * @throws IOException when there is no such command, or it has no data
     */
    String of(String command, List<String> words) throws IOException;
  }

  private final RunStore store;
  private final Outputs outputs;

  public BoundText(RunStore store, Outputs outputs) {
    this.store = store;
    this.outputs = outputs;
  }

  /**
   * The document with every table and figure from the reference results.
   *
   * @throws IOException when a reference result is missing, has no such figure or cell, or an
   *     opening mark has no closing one
   */
  public String updated(String document) throws IOException {
    String measured = filled(document, CSV, CSV_END, mark -> "\n" + measured(mark.group(1)));
    String said =
        filled(
            measured,
            OUTPUT,
            OUTPUT_END,
            mark -> block(outputs.of(mark.group(1), List.of(mark.group(2).split(" ")))));
    String cells =
        filled(
            said,
            CELL,
            CELL_END,
            mark -> cell(store.measured(mark.group(1)), mark.group(2), mark.group(3)));
    return filled(
        cells,
        FIGURE,
        FIGURE_END,
        mark -> new Figure(reference(mark.group(1))).words(mark.group(2)));
  }

  /** A code block in Markdown, without spaces at line ends. */
  private static String block(String text) {
    return "\n\n"
        + text.lines()
            .map(line -> line.isBlank() ? "" : "    " + line.stripTrailing())
            .collect(Collectors.joining("\n"))
            .stripTrailing()
        + "\n\n";
  }

  private interface Filling {
    String of(MatchResult mark) throws IOException;
  }

  private static String filled(String text, Pattern opening, String closing, Filling filling)
      throws IOException {
    StringBuilder filled = new StringBuilder();
    Matcher mark = opening.matcher(text);
    int done = 0;
    while (mark.find()) {
      int end = text.indexOf(closing, mark.end());
      boolean another = mark.end() < text.length() && find(opening, text, mark.end()) < end;
      if (end < 0 || another) {
        throw new IOException(mark.group().strip() + " is not closed by " + closing);
      }
      try {
        filled.append(text, done, mark.end()).append(filling.of(mark));
      } catch (NoAnswer e) {
        throw new IOException(mark.group().strip() + ": " + e.getMessage(), e);
      }
      done = end;
    }
    return filled.append(text, done, text.length()).toString();
  }

  private static int find(Pattern pattern, String text, int from) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find(from) ? matcher.start() : Integer.MAX_VALUE;
  }

  private RunResult reference(String name) throws IOException {
    return store.find(RunStore.REFERENCE + "/" + name).result();
  }

  private String measured(String name) throws IOException {
    List<List<Text>> lines =
        store.measured(name).stream().map(line -> Block.row(line.split(",", -1))).toList();
    List<List<Text>> rows = lines.subList(1, lines.size());
    return new MarkdownRenderer()
        .table(new Block.Table(Block.Look.PLAIN, Text.NONE, lines.get(0), rows));
  }

  private static String cell(List<String> lines, String row, String column) throws IOException {
    int at = List.of(lines.get(0).split(",")).indexOf(column);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      if (cells[0].replace(' ', '_').equals(row) && at >= 0) {
        return cells[at];
      }
    }
    throw new IOException("no cell '" + column + "' of '" + row + "' under " + lines.get(0));
  }
}
