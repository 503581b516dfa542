package dev.faultlab.charset.bare;

import dev.faultlab.charset.decode.Way;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What one run of {@link BareDecodes} does. */
final class BareOptions {
  private static final Set<String> NAMES =
      new TreeSet<>(
          Arrays.asList("--mix", "--way", "--uses", "--warm-up", "--json", "--flame-graph"));
  private static final int MOST = 100_000_000;

  private final Map<String, String> given;

  private BareOptions(Map<String, String> given) {
    this.given = given;
  }

  /**
   * Reads pairs of option and value.
   *
   * @throws IllegalArgumentException naming the option, what was found and what was expected
   */
  static BareOptions parse(String[] arguments) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!NAMES.contains(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            "bare: found '" + arguments[i] + "', expected one of " + NAMES + ", each with a value");
      }
      given.put(arguments[i], arguments[i + 1]);
    }
    BareOptions options = new BareOptions(Collections.unmodifiableMap(given));
    options.mix();
    options.way();
    options.uses();
    options.warmUp();
    return options;
  }

  /** The names in the order in which they are used, over and over. */
  List<String> mix() {
    List<String> names = Arrays.asList(required("--mix").split(",", -1));
    if (names.contains("")) {
      throw new IllegalArgumentException(
          "--mix: found '" + required("--mix") + "', expected names with a comma between them");
    }
    return Collections.unmodifiableList(names);
  }

  Way way() {
    return Way.of(required("--way"));
  }

  /** How many uses of a name are counted, see {@link Loop#decode}. */
  int uses() {
    return number("--uses", 3_000);
  }

  /** How many come before that. */
  int warmUp() {
    return number("--warm-up", 3_000);
  }

  Optional<Path> json() {
    return Optional.ofNullable(given.get("--json")).map(Paths::get);
  }

  Optional<Path> flameGraph() {
    return Optional.ofNullable(given.get("--flame-graph")).map(Paths::get);
  }

  private String required(String name) {
    String value = given.get(name);
    if (value == null) {
      throw new IllegalArgumentException("bare: " + name + " is missing");
    }
    return value;
  }

  private int number(String name, int otherwise) {
    String value = given.getOrDefault(name, Integer.toString(otherwise));
    if (!value.matches("[1-9]\\d{0,8}") || Integer.parseInt(value) > MOST) {
      throw new IllegalArgumentException(
          name + ": found '" + value + "', expected a number from 1 to " + MOST);
    }
    return Integer.parseInt(value);
  }
}
