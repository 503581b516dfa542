package dev.faultlab.lab;

import dev.faultlab.point.Value;
import java.util.Optional;
import java.util.Set;

/**
 * The values of an axis that are allowed: {@code ">=18"} for 18 and above, {@code [8, * 17]} for
 * only these.
 *
 * @param from the smallest value; empty if the values are listed
 * @param values the listed values; empty if there is a smallest one
 */
public record AllowedValues(Optional<Value> from, Set<Value> values) {

  static final String AT_LEAST = ">=";

  static AllowedValues these(Set<Value> values) {
    return new AllowedValues(Optional.empty(), Set.copyOf(values));
  }

  /** Reads {@code >=18}, or a single value. */
  static AllowedValues parse(String text) {
    return text.startsWith(AT_LEAST)
        ? new AllowedValues(
            Optional.of(Value.of(text.substring(AT_LEAST.length()).strip())), Set.of())
        : these(Set.of(Value.of(text)));
  }

  /**
   * Whether a value is allowed. A word that is not a version (an image by name, say) has no place
   * in the order, so it passes if there is a smallest value.
   */
  public boolean allows(Value value) {
    return from.map(smallest -> value.compareTo(smallest) >= 0).orElse(values.contains(value));
  }

  @Override
  public String toString() {
    return from.map(smallest -> AT_LEAST + smallest)
        .orElseGet(() -> String.join(", ", values.stream().sorted().map(Value::toString).toList()));
  }
}
