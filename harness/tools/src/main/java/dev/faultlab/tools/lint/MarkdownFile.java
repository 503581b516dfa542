package dev.faultlab.tools.lint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown file for checking: its links, its headings, and the commands in fenced blocks of
 * language {@code sh} or {@code console}, in indented blocks, and between backticks. Of the latter
 * two, only our own commands, and none with a placeholder in capitals. A command may go on in the
 * next line behind a backslash.
 *
 * @param file its path
 * @param links in order
 * @param anchors of its headings, as GitHub makes them
 * @param commands lines that a person would type
 */
public record MarkdownFile(
    Path file, List<Link> links, List<String> anchors, List<Typed> commands) {
  /** End of a line of a command that goes on in the next one. */
  private static final String CONTINUED = " \\";

  private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern FENCE = Pattern.compile("^\\s*```\\s*(\\w*).*");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern OURS = Pattern.compile("(\\./faultlab|make) .*");
  private static final Pattern MENTIONED = Pattern.compile("\\./faultlab( dev)? [a-z]+");
  private static final Pattern PLACEHOLDER =
      Pattern.compile(".*(\\b[A-Z]+\\b(?!=)|[<\\[]|\\.{3}).*");
  private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");

  /** A link's target and its line. */
  public record Link(int line, String target) {}

  /** A command and its line. */
  public record Typed(int line, String command) {}

  /** Reads a file. */
  public static MarkdownFile read(Path file) throws IOException {
    List<Link> links = new ArrayList<>();
    List<String> anchors = new ArrayList<>();
    List<Typed> commands = new ArrayList<>();
    String fence = null;
    int number = 0;
    String begun = "";
    for (String written : Files.readAllLines(file)) {
      number++;
      if (written.endsWith(CONTINUED)) {
        begun += written.substring(0, written.length() - CONTINUED.length()) + " ";
        continue;
      }
      String line = begun.isEmpty() ? written : begun + written.strip();
      begun = "";
      Matcher mark = FENCE.matcher(line);
      if (mark.matches()) {
        fence = fence == null ? mark.group(1) : null;
      } else if (fence == null) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
          anchors.add(anchor(heading.group(1)));
        }
        int at = number;
        LINK.matcher(withoutCode(line)).results().forEach(m -> links.add(new Link(at, m.group(1))));
        ours(line).forEach(code -> commands.add(new Typed(at, code)));
      } else {
        command(fence, line).ifPresent(new Adder(commands, number)::add);
      }
    }
    return new MarkdownFile(file, links, anchors, commands);
  }

  private record Adder(List<Typed> commands, int line) {
    void add(String command) {
      commands.add(new Typed(line, command));
    }
  }

  /** In a console block only lines with a prompt were typed; in a shell block all of them. */
  private static java.util.Optional<String> command(String language, String line) {
    String text = line.strip();
    if (language.equals("console")) {
      return text.startsWith("$ ")
          ? java.util.Optional.of(text.substring(2))
          : java.util.Optional.empty();
    }
    boolean shell = language.equals("sh") || language.equals("bash");
    return shell && !text.isEmpty() && !text.startsWith("#")
        ? java.util.Optional.of(text)
        : java.util.Optional.empty();
  }

  /** In an indented block an explanation may follow the command after at least two spaces. */
  private static List<String> ours(String line) {
    List<String> found = new ArrayList<>();
    if (line.startsWith("    ")) {
      found.add(line.strip().split(" {2,}")[0]);
    } else {
      CODE.matcher(line).results().forEach(m -> found.add(m.group(1)));
    }
    found.removeIf(c -> !OURS.matcher(c).matches() || PLACEHOLDER.matcher(c).matches());
    // A command in running text needs no arguments, but must exist.
    found.replaceAll(c -> MENTIONED.matcher(c).matches() ? c + " --help" : c);
    return found;
  }

  static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static String withoutCode(String line) {
    return line.replaceAll("`[^`]*`", "");
  }
}
