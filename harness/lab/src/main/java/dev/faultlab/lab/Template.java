package dev.faultlab.lab;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Text with {@code {placeholders}} in kebab-case, as in commands and compose variables; {@code
 * {address:SERVICE}} and {@code {endpoint:SERVICE}} give a service's address, with {@code .NETWORK}
 * where it has several, {@code {kafka:linger.ms}} a varied setting.
 */
public final class Template {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{([a-z][a-z0-9-]*(?::[a-z][a-z0-9._-]*)?)}");

  private Template() {}

  /**
   * Fills the placeholders; a value may itself hold placeholders.
   *
   * @throws IllegalArgumentException naming the placeholder that has no value or refers to itself
   */
  public static String fill(String text, Map<String, String> values) {
    String filled = text;
    for (int depth = 0; depth < 8; depth++) {
      Matcher found = PLACEHOLDER.matcher(filled);
      if (!found.find()) {
        return filled;
      }
      filled =
          found.reset().replaceAll(m -> Matcher.quoteReplacement(value(m.group(1), text, values)));
    }
    throw new IllegalArgumentException("placeholders of '" + text + "' refer to each other");
  }

  /** The names in a text, for checks before anything runs. */
  public static Set<String> names(String text) {
    Set<String> names = new LinkedHashSet<>();
    PLACEHOLDER.matcher(text).results().forEach(m -> names.add(m.group(1)));
    return names;
  }

  /** The service that a placeholder names; empty if it names none. */
  public static Optional<String> service(String name) {
    return Stream.of("address:", "endpoint:")
        .filter(name::startsWith)
        .map(prefix -> name.substring(prefix.length()).replaceFirst("[.].*", ""))
        .findFirst();
  }

  private static String value(String name, String text, Map<String, String> values) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "'" + text + "' uses {" + name + "}, which has no value; known: " + values.keySet());
    }
    return value;
  }
}
