package dev.faultlab.lab;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.point.Value;
import java.util.Optional;
import java.util.Set;

/**
 * The values of an axis that are allowed: {@code ">=18"} for 18 and above, {@code "<18"} for what
 * comes before, {@code [8, 17]} for only these.
 *
 * @param from the smallest value; empty if there is none
 * @param below the first value that is too large; empty if there is none
 * @param values the listed values; empty if there is a bound
 */
public record AllowedValues(Optional<Value> from, Optional<Value> below, Set<Value> values) {

  static final String AT_LEAST = ">=";
  static final String LESS = "<";

  static AllowedValues these(Set<Value> values) {
    return new AllowedValues(Optional.empty(), Optional.empty(), Set.copyOf(values));
  }

  /** What a declaration has: a text, or a list of values. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static AllowedValues of(JsonNode node) {
    return node.isArray() ? these(Set.copyOf(LabMapper.settings(node))) : parse(node.asText());
  }

  /** Reads {@code >=18}, {@code <18}, or a single value. */
  static AllowedValues parse(String text) {
    if (text.startsWith(AT_LEAST)) {
      return new AllowedValues(bound(text, AT_LEAST), Optional.empty(), Set.of());
    }
    return text.startsWith(LESS)
        ? new AllowedValues(Optional.empty(), bound(text, LESS), Set.of())
        : these(Set.of(Value.of(text)));
  }

  private static Optional<Value> bound(String text, String sign) {
    return Optional.of(Value.of(text.substring(sign.length()).strip()));
  }

  /** Whether it compares versions instead of naming values. */
  boolean isRange() {
    return bound().isPresent();
  }

  /** The version that values are compared with; empty if they are listed. */
  Optional<Value> bound() {
    return from.or(() -> below);
  }

  /**
   * Whether a value is allowed. A word that is not a version (an image by name, say) has no place
   * in the order, so it passes a bound.
   */
  public boolean allows(Value value) {
    if (!isRange()) {
      return values.contains(value);
    }
    return !value.isVersion()
        || from.map(smallest -> value.compareTo(smallest) >= 0).orElse(true)
            && below.map(end -> value.compareTo(end) < 0).orElse(true);
  }

  @Override
  public String toString() {
    return from.map(smallest -> AT_LEAST + smallest)
        .or(() -> below.map(end -> LESS + end))
        .orElseGet(() -> String.join(", ", values.stream().sorted().map(Value::toString).toList()));
  }
}
