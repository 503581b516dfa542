package dev.faultlab.lab;

import dev.faultlab.point.Value;
import java.util.List;
import java.util.Optional;

/**
 * A setting that a person may choose for a run: {@code --name} on the command line, {@code NAME=}
 * for make.
 *
 * @param name kebab-case, as in results
 * @param option name on the command line, usually the same
 * @param help one line, with the unit
 * @param defaults values of the full form
 * @param quick values of the short form
 * @param limits which values are allowed, and how they are used
 * @param binding what the axis sets; empty if its value is only a setting
 */
public record Parameter(
    String name,
    String option,
    String help,
    List<Value> defaults,
    List<Value> quick,
    Limits limits,
    Optional<Binding> binding) {

  /**
   * Which values are allowed, and how they are used.
   *
   * @param use how they are used
   * @param minimum smallest number allowed; for an axis of a role, the oldest version
   * @param maximum largest number allowed
   * @param choices the only values allowed; empty if any is
   */
  public record Limits(
      Use use, Optional<Value> minimum, Optional<Long> maximum, List<Value> choices) {
    /** Any value is allowed. */
    static Limits any(Use use) {
      return new Limits(use, Optional.empty(), Optional.empty(), List.of());
    }
  }

  /** How the values are used. */
  public enum Use {
    /** A single value. */
    ONE,
    /** Passed on together, separated by commas. */
    LIST,
    /** Every variant that uses it runs at each of them. */
    AXIS
  }

  /** How its values are used. */
  public Use use() {
    return limits.use();
  }

  /** Whether values are whole numbers; otherwise words. */
  public boolean isInteger() {
    return defaults.stream().allMatch(Value.Int.class::isInstance);
  }

  /** Its values when the user sets none. */
  public List<Value> values(RunForm form) {
    return form == RunForm.SHORT ? quick : defaults;
  }

  /** Whether variants are repeated over its values. */
  public boolean isAxis() {
    return use() == Use.AXIS;
  }

  /** Whether an image role or the store of kernels determines the values. */
  public boolean isOpen() {
    return binding.isPresent();
  }

  /** The range of its numbers or versions, as in "from 1 to 64"; empty if any is allowed. */
  public Optional<String> range() {
    String from = limits.minimum().map(min -> "from " + min).orElse("");
    String to = limits.maximum().map(max -> "to " + max).orElse(isOpen() ? "on" : "");
    return Optional.of((from + " " + to).strip()).filter(t -> !t.isEmpty() && !t.equals("on"));
  }

  /**
   * Checks the requested values.
   *
   * @param asked values; a single {@link Value#ALL} means every choice of an axis that has choices
   * @return the values in the order given, duplicates removed
   * @throws BadQuestion with the value found and the values expected
   */
  public List<Value> allowed(List<Value> asked) {
    if (isAxis() && !limits.choices().isEmpty() && asked.equals(List.of(Value.ALL))) {
      return limits.choices();
    }
    if (use() == Use.ONE && asked.size() > 1) {
      throw refuse(Value.text(asked), "one value");
    }
    asked.forEach(this::check);
    return asked.stream().distinct().toList();
  }

  private void check(Value value) {
    String text = value.toString();
    if (text.isEmpty() || !text.matches("[A-Za-z0-9._:/@+-]+")) {
      throw refuse(text, "letters, digits and ._:/@+- only");
    }
    if (isInteger() && !isOpen()) {
      number(value);
    }
    if (isOpen() && limits.minimum().filter(oldest -> value.compareTo(oldest) < 0).isPresent()) {
      throw refuse(
          text, "a version " + range().orElseThrow() + ": the lab does not run with older ones");
    }
    if (!limits.choices().isEmpty() && !limits.choices().contains(value)) {
      throw refuse(
          text,
          "one of " + String.join(", ", limits.choices().stream().map(Value::toString).toList()));
    }
  }

  private void number(Value value) {
    if (!(value instanceof Value.Int number)) {
      throw refuse(value.toString(), "a whole number");
    }
    if (limits.minimum().filter(min -> value.compareTo(min) < 0).isPresent()
        || limits.maximum().isPresent() && number.number() > limits.maximum().get()) {
      throw refuse(value.toString(), "a number " + range().orElseThrow());
    }
  }

  private BadQuestion refuse(String found, String expected) {
    return new BadQuestion("--" + option + " '" + found + "': expected " + expected);
  }
}
