package dev.faultlab.manifest;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of Dockerfiles and compose files: {@code $X}, <code>${X}</code>, <code>${X:-y}</code>.
 */
final class Substitution {
  /** No image has a longer name; values that contain others could grow without end. */
  private static final int LONGEST = 1024;

  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)(?:(:?-)([^${}]*))?\\})");

  private Substitution() {}

  /**
   * A value, and where it stands.
   *
   * @param missing what has no value; the text is useless then
   */
  record Value(String text, int line, Optional<String> missing) {
    Value(String text, int line) {
      this(text, line, Optional.empty());
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
  static Value expand(String text, int line, Function<String, Optional<Value>> known) {
    Matcher variables = VARIABLE.matcher(text);
    StringBuilder out = new StringBuilder();
    int from = 0;
    int where = line;
    while (variables.find()) {
      String name = variables.group(1) == null ? variables.group(2) : variables.group(1);
      Optional<Value> value = known.apply(name);
      Optional<String> fallback = Optional.ofNullable(variables.group(4));
      boolean usable =
          value.isPresent() && !(":-".equals(variables.group(3)) && value.get().text().isEmpty());
      out.append(text, from, variables.start());
      if (usable) {
        if (value.get().missing().isPresent()) {
          return value.get();
        }
        out.append(value.get().text());
        where = value.get().line();
      } else if (fallback.isPresent()) {
        out.append(fallback.get());
      } else {
        return new Value("", line, Optional.of(name + " has no value in this file"));
      }
      from = variables.end();
      if (out.length() > LONGEST) {
        return new Value("", line, Optional.of(name + " becomes too long"));
      }
    }
    out.append(text, from, text.length());
    if (out.length() > LONGEST) {
      return new Value("", line, Optional.of("it is too long"));
    }
    return out.indexOf("$") >= 0
        ? new Value("", line, Optional.of("it has a form of variable that faultlab does not read"))
        : new Value(out.toString(), where);
  }
}
