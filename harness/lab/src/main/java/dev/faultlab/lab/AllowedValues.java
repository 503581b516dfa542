package dev.faultlab.lab;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.point.Value;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of an axis that are allowed: {@code ">=18"} for 18 and above, {@code "<18"} for what
 * comes before, {@code ">=18 <21"} for what lies between, {@code [8, 17]} for only these.
 *
 * @param from the smallest value; empty if there is none
 * @param below the first value that is too large; empty if there is none
 * @param values the listed values; empty if there is a bound
 */
public record AllowedValues(Optional<Value> from, Optional<Value> below, Set<Value> values) {

  private static final Pattern COMPARISON_SIGN = Pattern.compile("[<>]");
  private static final Pattern RANGE =
      Pattern.compile("(?:>=\\s*([^\\s<>=]+))?\\s*(?:<\\s*([^\\s<>=]+))?");

  static AllowedValues ofValues(Set<Value> values) {
    return new AllowedValues(Optional.empty(), Optional.empty(), Set.copyOf(values));
  }

  /** What a declaration has: a text, or a list of values. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static AllowedValues of(JsonNode node) {
    if (!node.isArray()) {
      return parse(node.asText());
    }
    Set<Value> values = Set.copyOf(LabMapper.settings(node));
    if (values.stream().anyMatch(value -> COMPARISON_SIGN.matcher(value.toString()).find())) {
      throw new LabException("found a range in the list %s, expected values".formatted(node));
    }
    return ofValues(values);
  }

  /**
   * Reads {@code >=18}, {@code <18}, {@code >=18 <21}, or a single value.
   *
   * @throws LabException for any other text with a sign
   */
  static AllowedValues parse(String text) {
    if (!COMPARISON_SIGN.matcher(text).find()) {
      return ofValues(Set.of(Value.of(text)));
    }
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      String format = "found '%s', expected a value, '>=18', '<21' or '>=18 <21'";
      throw new LabException(format.formatted(text));
    }
    return new AllowedValues(bound(range, 1), bound(range, 2), Set.of());
  }

  private static Optional<Value> bound(Matcher range, int group) {
    return Optional.ofNullable(range.group(group)).map(Value::of);
  }

  /** Whether it compares versions instead of naming values. */
  boolean isRange() {
    return bounds().findAny().isPresent();
  }

  /** The versions that values are compared with; none if they are listed. */
  Stream<Value> bounds() {
    return Stream.concat(from.stream(), below.stream());
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
    Stream<String> lowerBound = from.map(value -> ">=" + value).stream();
    return isRange()
        ? Stream.concat(lowerBound, below.map(value -> "<" + value).stream()).collect(joining(" "))
        : values.stream().sorted().map(Value::toString).collect(joining(", "));
  }
}
