package dev.faultlab.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Something a person may set for a run: {@code --name} on the command line, {@code NAME=} for make.
 *
 * @param name kebab-case
 * @param help one line, with the unit
 * @param integer whether values are whole numbers; otherwise words
 * @param list whether several values may be given, separated by commas
 * @param defaults values of a full run
 * @param quick values of a quick run
 * @param minimum smallest number allowed
 * @param maximum largest number allowed
 * @param choices the only values allowed; empty when any is
 */
public record Parameter(
    String name,
    String help,
    boolean integer,
    boolean list,
    List<String> defaults,
    List<String> quick,
    Optional<Long> minimum,
    Optional<Long> maximum,
    List<String> choices) {

  /**
   * Checks what a person typed.
   *
   * @param text comma-separated where {@link #list} holds
   * @return the values in the order given, duplicates removed
   * @throws BadParameter with what was found and what was expected
   */
  public List<String> parse(String text) {
    List<String> values = new ArrayList<>();
    for (String part : list ? text.split(",", -1) : new String[] {text}) {
      String value = check(part.strip());
      if (!values.contains(value)) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  private String check(String value) {
    String normal = integer ? Long.toString(number(value)) : value;
    if (!choices.isEmpty() && !choices.contains(normal)) {
      throw refuse(value, "one of " + String.join(", ", choices));
    }
    if (normal.isEmpty() || !normal.matches("[A-Za-z0-9._:/@+-]+")) {
      throw refuse(value, "letters, digits and ._:/@+- only");
    }
    return normal;
  }

  private long number(String value) {
    long number;
    try {
      number = Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw refuse(value, "a whole number");
    }
    if (minimum.isPresent() && number < minimum.get()
        || maximum.isPresent() && number > maximum.get()) {
      throw refuse(
          value,
          "a number from "
              + minimum.map(String::valueOf).orElse("any")
              + " to "
              + maximum.map(String::valueOf).orElse("any"));
    }
    return number;
  }

  private BadParameter refuse(String found, String expected) {
    return new BadParameter("--" + name + " '" + found + "': expected " + expected);
  }

  /** A value that the declaration does not allow. */
  public static final class BadParameter extends RuntimeException {
    public BadParameter(String message) {
      super(message);
    }
  }
}
