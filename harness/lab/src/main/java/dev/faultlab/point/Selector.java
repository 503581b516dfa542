package dev.faultlab.point;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Selects points: those of a variant, or of any, with these settings.
 *
 * @param variant id; empty for any
 * @param at axis to the required value
 */
public record Selector(Optional<String> variant, Map<String, Value> at) {

  public Selector {
    at = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(at));
  }

  /** Every point. */
  public static Selector any() {
    return new Selector(Optional.empty(), Map.of());
  }

  /** Whether this selector matches a point. */
  public boolean matches(Point point) {
    return variant.map(point.variant()::equals).orElse(true)
        && at.entrySet().stream()
            .allMatch(s -> s.getValue().equals(point.on(s.getKey()).orElse(Value.NONE)));
  }

  /** The axes that it names. */
  public Set<String> axes() {
    return at.keySet();
  }

  /**
   * Reads {@code axis=value,axis=value}, as people type it.
   *
   * @throws IllegalArgumentException with the text found and the form expected
   */
  public static Selector parse(String text) {
    Map<String, Value> at = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1 || equals == part.length() - 1) {
        throw new IllegalArgumentException(
            "'" + part.strip() + "': expected AXIS=VALUE, as in jdk=25 or kafka=4.3.1");
      }
      at.put(part.substring(0, equals).strip(), Value.of(part.substring(equals + 1).strip()));
    }
    return new Selector(Optional.empty(), at);
  }

  @Override
  public String toString() {
    String settings =
        at.entrySet().stream()
            .map(s -> s.getKey() + "=" + s.getValue())
            .collect(java.util.stream.Collectors.joining(", "));
    return variant.orElse("any variant") + (settings.isEmpty() ? "" : " at " + settings);
  }
}
