package dev.faultlab.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One {@code key = value} of a version catalogue, as a flat map: the value of a plain string has
 * the key {@code ""}, and {@code {version = {strictly = "1"}}} becomes {@code version.strictly}.
 * Only strings and tables of strings are read; that is what catalogues consist of.
 */
final class TomlLine {
  private static final int DEEPEST = 5;

  private final String text;
  private int at;

  private TomlLine(String text) {
    this.text = text;
  }

  /** A key and its values. */
  record Entry(String key, Map<String, String> values) {}

  /** Parses a line; empty if it is something else. */
  static Optional<Entry> parse(String line) {
    TomlLine parser = new TomlLine(line);
    try {
      Map<String, String> values = new LinkedHashMap<>();
      String key = parser.key();
      parser.take('=');
      parser.value("", values, 0);
      return Optional.of(new Entry(key, values));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void value(String prefix, Map<String, String> values, int depth) {
    blanks();
    if (peek() == '{' && depth < DEEPEST) {
      take('{');
      blanks();
      while (peek() != '}') {
        String key = key();
        take('=');
        value(prefix.isEmpty() ? key : prefix + "." + key, values, depth + 1);
        blanks();
        if (peek() != '}') {
          take(',');
          blanks();
        }
      }
      take('}');
    } else {
      values.put(prefix, string());
    }
  }

  /** A key, which may have dots and quoted parts. */
  private String key() {
    blanks();
    StringBuilder key = new StringBuilder();
    while (true) {
      char next = peek();
      if (next == '"' || next == '\'') {
        key.append(string());
      } else if (Character.isLetterOrDigit(next) || "_-.".indexOf(next) >= 0) {
        key.append(next);
        at++;
      } else if (next == ' ' || next == '\t') {
        at++;
      } else if (key.isEmpty()) {
        throw new IllegalArgumentException();
      } else {
        return key.toString();
      }
    }
  }

  private String string() {
    char quote = peek();
    if (quote != '"' && quote != '\'') {
      throw new IllegalArgumentException();
    }
    int end = text.indexOf(quote, at + 1);
    if (end < 0 || text.substring(at, end).indexOf('\\') >= 0 && quote == '"') {
      throw new IllegalArgumentException(); // no version has an escape
    }
    String string = text.substring(at + 1, end);
    at = end + 1;
    return string;
  }

  private char peek() {
    if (at >= text.length()) {
      throw new IllegalArgumentException();
    }
    return text.charAt(at);
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void take(char expected) {
    blanks();
    if (peek() != expected) {
      throw new IllegalArgumentException();
    }
    at++;
  }
}
