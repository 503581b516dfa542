package dev.faultlab.token.watch;

import java.util.Map;

/** As much JSON as the two services need; the one on JDK 8 has no library for it. */
public final class Json {
  private Json() {}

  /** A code's answer. */
  public static String code(String code) {
    return "{\"code\":" + quoted(code) + "}";
  }

  /** An error's answer. */
  public static String error(String message) {
    return "{\"error\":" + quoted(message) + "}";
  }

  static String object(Map<String, Integer> counts) {
    StringBuilder text = new StringBuilder("{");
    counts.forEach(
        (name, count) ->
            text.append(text.length() == 1 ? "" : ",")
                .append(quoted(name))
                .append(':')
                .append(count));
    return text.append('}').toString();
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
