package dev.faultlab.report;

import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parts of a document that are rendered from the committed reference results, so that they
 * cannot differ from them. Two marks, invisible where Markdown is rendered:
 *
 * <ul>
 *   <li>{@code <!-- csv:NAME -->} to {@code <!-- /csv -->}, on lines of their own: a committed
 *       measurement of {@code make bench}, all of it.
 *   <li>{@code <!-- output:COMMAND ... -->} to {@code <!-- /output -->}, on lines of their own: a
 *       command's output for committed data, as a block of code.
 * </ul>
 */
public record BoundText(RunStore store, Outputs outputs) {
  private static final Pattern OPENING =
      Pattern.compile("(?m)^[ \\t]*<!-- (csv|output):([a-z0-9-]+) ?([^>]*?) -->[ \\t]*$");

  /** Commands whose output for committed data is shown. */
  public interface Outputs {
    /**
     * The output of a command, in lines.
     *
     * @throws IOException when there is no such command, or it has no data
     */
    String of(String command, List<String> words) throws IOException;
  }

  /**
   * The document with every table and output from the reference results.
   *
   * @throws IOException when a reference result is missing, or an opening mark has no closing one
   */
  public String updated(String document) throws IOException {
    StringBuilder updated = new StringBuilder();
    Matcher mark = OPENING.matcher(document);
    int done = 0;
    while (mark.find()) {
      String closing = "<!-- /" + mark.group(1) + " -->";
      int end = document.indexOf(closing, mark.end());
      if (end < 0 || OPENING.matcher(document.substring(mark.end(), end)).find()) {
        throw new IOException(mark.group().strip() + " is not closed by " + closing);
      }
      updated.append(document, done, mark.end());
      updated.append(
          mark.group(1).equals("csv")
              ? "\n" + measured(mark.group(2))
              : block(outputs.of(mark.group(2), List.of(mark.group(3).split(" ")))));
      done = end;
    }
    return updated.append(document, done, document.length()).toString();
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

  private String measured(String name) throws IOException {
    List<List<Text>> lines =
        store.measured(name).stream().map(line -> Block.row(line.split(",", -1))).toList();
    List<List<Text>> rows = lines.subList(1, lines.size());
    return new MarkdownRenderer()
        .table(new Block.Table(Block.Kind.PLAIN, Text.NONE, lines.get(0), rows));
  }
}
