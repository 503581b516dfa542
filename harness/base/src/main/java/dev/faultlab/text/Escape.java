package dev.faultlab.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text from results, captures, labs and tools, escaped for the format it goes into. Every writer
 * uses these functions; a format without one gets its function here.
 */
public final class Escape {
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  /** Markers of a block at the start of a line; the inline rules escape the others. */
  private static final Pattern BLOCK =
      Pattern.compile("#{1,6}(?= |$)|[-+>]|\\d{1,9}(?=[.)](?: |$))|\\[(?=[ xX]\\](?: |$))");

  /** A dash or plus sign at the start of a word, such as -5, begins neither a list nor a rule. */
  private static final Pattern SIGNED_WORD = Pattern.compile("[-+](?![- ]*$)\\S.*");

  private static final Pattern ENTITY =
      Pattern.compile("&(?=#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]*;)");

  /** What GitHub turns into links: addresses, people, and mail addresses. */
  private static final Pattern LINKED =
      Pattern.compile(
          "(?i)[a-z0-9](?=://)|\\bwww(?=\\.)"
              + "|(?<![A-Za-z0-9])@(?=[A-Za-z0-9])|@(?=[\\w-]+\\.[\\w.-]*[A-Za-z])");

  private Escape() {}

  /**
   * For a terminal, and for writers that escape markup themselves (XML, JSON): control and format
   * characters, overrides of the direction, line separators, lone surrogates and noncharacters
   * become {@code \}{@code u202e}. Line feeds and tabs stay; a carriage return before a line feed
   * goes.
   */
  public static String visible(String text) {
    if (isPrintableAscii(text) || text.codePoints().noneMatch(Escape::hidden)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.replace("\r\n", "\n").codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  /** A fast path, because most text is printable ASCII. */
  private static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static void append(StringBuilder out, int character) {
    if (!hidden(character)) {
      out.appendCodePoint(character);
      return;
    }
    // By UTF-16 unit, like JSON and Java, so that JSON stays the same JSON.
    for (char unit : Character.toChars(character)) {
      out.append("\\u%04x".formatted((int) unit));
    }
  }

  static boolean hidden(int character) {
    if (character == '\n' || character == '\t') {
      return false;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> (character & 0xFFFE) == 0xFFFE || character >= 0xFDD0 && character <= 0xFDEF;
    };
  }

  /** One line for a terminal: as {@link #visible}, with a space for each line feed and tab. */
  public static String line(String text) {
    return visible(text).replace('\n', ' ').replace('\t', ' ');
  }

  /**
   * For Markdown (CommonMark and GitHub's additions), within a line or a cell: one line that is
   * shown unchanged. Only characters that would be interpreted at their position are escaped.
   */
  public static String markdown(String text) {
    return markdown(text, false);
  }

  private static String markdown(String text, boolean label) {
    String line = line(text);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char before = i == 0 ? '\0' : line.charAt(i - 1);
      char after = i + 1 == line.length() ? '\0' : line.charAt(i + 1);
      char c = line.charAt(i);
      out.append(
          switch (c) {
            case '<' -> "&lt;";
            case '&' -> ENTITY.matcher(line).region(i, line.length()).lookingAt() ? "&amp;" : "&";
            case '|', '`' -> "\\" + c;
            case '\\' -> after == '\0' || PUNCTUATION.indexOf(after) >= 0 ? "\\\\" : "\\";
            case '*' -> before == ' ' && after == ' ' ? "*" : "\\*";
            case '_' ->
                isWord(before) && isWord(after) || before == ' ' && after == ' ' ? "_" : "\\_";
            case '~' -> before == '\0' || before == ' ' ? "~" : "\\~";
            case '[' -> label ? "\\[" : "[";
            case ']' -> label || after != '\0' && "([:".indexOf(after) >= 0 ? "\\]" : "]";
            default -> String.valueOf(c);
          });
    }
    return LINKED.matcher(out).replaceAll(found -> found.group() + "<!-- -->");
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c);
  }

  /** For Markdown, at the start of a line or of a list item. */
  public static String markdownBlock(String text) {
    String inline = markdown(text.strip());
    Matcher block = BLOCK.matcher(inline);
    if (!block.lookingAt() || SIGNED_WORD.matcher(inline).matches()) {
      return inline;
    }
    boolean isNumbered = Character.isDigit(inline.charAt(0));
    int at = isNumbered ? block.end() : 0;
    return inline.substring(0, at) + "\\" + inline.substring(at);
  }

  /** For Markdown, as code: the fence has more backticks than any run of them in the text. */
  public static String markdownCode(String text) {
    String line = line(text);
    String fence = "`";
    while (line.contains(fence)) {
      fence += "`";
    }
    String pad = line.isEmpty() || line.startsWith("`") || line.endsWith("`") ? " " : "";
    return fence + pad + line + pad + fence;
  }

  /**
   * A link in Markdown.
   *
   * @param address percent-encoded
   */
  public static String markdownLink(String text, String address) {
    return "[" + markdown(text, true) + "](" + line(address) + ")";
  }

  /** For HTML, between tags and in quoted attributes. */
  public static String html(String text) {
    return xml(text).replace(">", "&gt;").replace("'", "&#39;");
  }

  /** For XML that is written as text, between tags and in double quotes. */
  public static String xml(String text) {
    return visible(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("]]>", "]]&gt;");
  }

  /** A field of CSV (RFC 4180), in a form that a spreadsheet does not take for a formula. */
  public static String csv(String text) {
    String shown = visible(text);
    boolean isFormula = shown.matches("(?s)\\s*[=+@-].*") && !shown.matches("-?[0-9.E-]+");
    String safe = isFormula || shown.startsWith("\t") ? "'" + shown : shown;
    return safe.matches("(?s).*[\",\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
