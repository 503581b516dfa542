package dev.faultlab.charset;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Pairs of option and value, as a program of the lab is given them. */
public final class Arguments {
  private final String program;
  private final Map<String, String> given;

  private Arguments(String program, Map<String, String> given) {
    this.program = program;
    this.given = given;
  }

  /**
   * Reads pairs.
   *
   * @param names the options that the program has
   * @throws IllegalArgumentException naming what was found and what was expected
   */
  public static Arguments parse(String program, Set<String> names, String[] arguments) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!names.contains(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            program
                + ": found '"
                + arguments[i]
                + "', expected one of "
                + names
                + ", each with a value");
      }
      given.put(arguments[i], arguments[i + 1]);
    }
    return new Arguments(program, Collections.unmodifiableMap(given));
  }

  public Optional<String> get(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /**
   * The value of an option that has no default.
   *
   * @throws IllegalArgumentException where it is missing
   */
  public String required(String name) {
    return get(name)
        .orElseThrow(() -> new IllegalArgumentException(program + ": " + name + " is missing"));
  }

  /**
   * The values of an option that takes several, with a comma between them.
   *
   * @throws IllegalArgumentException where it is missing, or one is empty
   */
  public List<String> list(String name) {
    List<String> values = Arrays.asList(required(name).split(",", -1));
    if (values.contains("")) {
      throw new IllegalArgumentException(
          name + ": found '" + required(name) + "', expected names with a comma between them");
    }
    return Collections.unmodifiableList(values);
  }

  /**
   * A number from 1 on.
   *
   * @throws IllegalArgumentException where it is none, or more than the most
   */
  public int number(String name, int otherwise, int most) {
    String value = given.getOrDefault(name, Integer.toString(otherwise));
    if (!value.matches("[1-9]\\d{0,8}") || Integer.parseInt(value) > most) {
      throw new IllegalArgumentException(
          name + ": found '" + value + "', expected a number from 1 to " + most);
    }
    return Integer.parseInt(value);
  }
}
