package dev.faultlab.cures.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An agent's argument: {@code name=value,name=value}. */
public final class Options {
  private final Map<String, String> values;

  private Options(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @param text as the JVM hands it on; the JVM hands on null where there is none
   * @param known names that it may have
   * @throws IllegalArgumentException for anything else
   */
  public static Options parse(String text, Set<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    if (text != null && !text.isEmpty()) {
      for (String part : text.split(",", -1)) {
        int equals = part.indexOf('=');
        if (equals < 1 || !known.contains(part.substring(0, equals))) {
          throw new IllegalArgumentException(
              "found '" + part + "', expected NAME=VALUE with one of " + known);
        }
        values.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return new Options(values);
  }

  /**
   * One of a few words.
   *
   * @throws IllegalArgumentException where it is another one
   */
  public String word(String name, Set<String> allowed, String otherwise) {
    String value = values.getOrDefault(name, otherwise);
    if (!allowed.contains(value)) {
      throw new IllegalArgumentException(
          name + ": found '" + value + "', expected one of " + allowed);
    }
    return value;
  }
}
