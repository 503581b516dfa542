package dev.faultlab.charset;

import java.util.Map;
import java.util.OptionalLong;

/**
 * Writes maps, lists, numbers and texts as JSON (RFC 8259). Thirty lines instead of a library:
 * every jar on the class path is one more that the fault has to scan.
 */
public final class Json {
  private static final char FIRST_PRINTABLE = 0x20;

  private Json() {}

  /**
   * The value as JSON; an empty OptionalLong becomes null.
   *
   * @throws IllegalArgumentException for other types, and for numbers that JSON does not have
   */
  public static String of(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map) {
      char separator = '{';
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        out.append(separator);
        text(entry.getKey().toString(), out);
        out.append(':');
        write(entry.getValue(), out);
        separator = ',';
      }
      out.append(separator == '{' ? "{}" : "}");
    } else if (value instanceof Iterable) {
      char separator = '[';
      for (Object element : (Iterable<?>) value) {
        out.append(separator);
        write(element, out);
        separator = ',';
      }
      out.append(separator == '[' ? "[]" : "]");
    } else if (value instanceof OptionalLong) {
      OptionalLong number = (OptionalLong) value;
      out.append(number.isPresent() ? Long.toString(number.getAsLong()) : "null");
    } else if (value instanceof Double && !Double.isFinite((Double) value)) {
      throw new IllegalArgumentException(value + " is not a JSON number");
    } else if (value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof String) {
      text((String) value, out);
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private static void text(String text, StringBuilder out) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < FIRST_PRINTABLE) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
