package dev.faultlab.manifest;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of Dockerfiles and compose files: {@code $X}, <code>${X}</code>, <code>${X:-y}</code>.
 */
final class Substitution {
  /** No image has a longer name; values that contain others could grow without end. */
  private static final int MAX_LENGTH = 1024;

  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)(?:(:?-)([^${}]*))?\\})");

  /**
   * A value, and where it stands.
   *
   * @param missing what has no value; the text is useless then
   */
  record Value(String text, int line, Optional<String> missing) {
    private static Value missing(int line, String what) {
      return new Value("", line, Optional.of(what));
    }

    Value at(int other) {
      return new Value(text, other, missing);
    }
  }

  /**
   * Replaces variables.
   *
   * @param line of the text; the result has the line of the last variable that was replaced
   */
  static Value expand(String text, int line, Map<String, Value> known) {
    Matcher variables = VARIABLE.matcher(text);
    StringBuilder out = new StringBuilder();
    int where = line;
    while (variables.find()) {
      String name = variables.group(1) == null ? variables.group(2) : variables.group(1);
      String fallback = variables.group(4);
      Value value = known.get(name);
      if (value != null && !(":-".equals(variables.group(3)) && value.text().isEmpty())) {
        if (value.missing().isPresent()) {
          return value;
        }
        where = value.line();
      } else if (fallback != null) {
        value = new Value(fallback, where, Optional.empty());
      } else {
        return Value.missing(line, name + " has no value in this file");
      }
      variables.appendReplacement(out, Matcher.quoteReplacement(value.text()));
      if (out.length() > MAX_LENGTH) {
        return Value.missing(line, name + " becomes too long");
      }
    }
    variables.appendTail(out);
    if (out.length() > MAX_LENGTH) {
      return Value.missing(line, "it is too long");
    }
    return out.indexOf("$") >= 0
        ? Value.missing(line, "it has a form of variable that faultlab does not read")
        : new Value(out.toString(), where, Optional.empty());
  }
}
