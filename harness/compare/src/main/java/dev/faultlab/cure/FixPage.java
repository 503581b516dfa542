package dev.faultlab.cure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the page of a lab says to do: the one source for the page and for commands.
 *
 * @param steps the rows of its table, the best fix first; empty if it has none
 * @param perFault whether the rows are about one fault each, which their first column names
 */
public record FixPage(List<Step> steps, boolean perFault) {
  /** For a lab without such a page. */
  static final FixPage NONE = new FixPage(List.of(), false);

  private static final Pattern HEADING = Pattern.compile("## (What to do|The fix)");

  /**
   * A row.
   *
   * @param where the component to change, or {@code to verify} and the like
   */
  public record Step(String where, String what) {
    /** The step in one line. */
    public String words() {
      return where + ": " + what;
    }
  }

  /** Reads the page of a lab. */
  static FixPage of(Path page) {
    try {
      List<Step> rows =
          Files.readAllLines(page).stream()
              .dropWhile(line -> !HEADING.matcher(line).matches())
              .skip(1)
              .takeWhile(line -> !line.startsWith("## "))
              .filter(line -> line.startsWith("|") && !line.matches("[|: -]*"))
              .map(line -> line.split(" ?[|] ?"))
              .filter(cells -> cells.length > 2)
              .map(cells -> new Step(plain(cells[1]), plain(cells[2])))
              .toList();
      return rows.isEmpty()
          ? NONE
          : new FixPage(rows.subList(1, rows.size()), rows.get(0).where().equals("other fault"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The steps against a fault. */
  public List<Step> against(String signature) {
    return steps.stream()
        .filter(step -> !perFault || List.of(step.where().split(", ")).contains(signature))
        .toList();
  }

  /** Without the marks of code, and with the words of links alone. */
  private static String plain(String markdown) {
    return markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "").strip();
  }
}
