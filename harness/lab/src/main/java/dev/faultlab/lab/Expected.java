package dev.faultlab.lab;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The expectation of a variant for one signature: one for all points, or one per value of an axis
 * if the fault came or went with a version.
 *
 * @param axis on which the expectation depends; empty if it does not depend on one
 * @param cases values of the axis to expectation; the first match counts
 * @param otherwise if no case matches; always present, because a candidate can have any value
 */
public record Expected(
    Optional<String> axis, Map<AllowedValues, Expectation> cases, Expectation otherwise) {

  public Expected {
    cases = Collections.unmodifiableMap(new LinkedHashMap<>(cases));
  }

  /** The same everywhere. */
  public static Expected always(Expectation expectation) {
    return new Expected(Optional.empty(), Map.of(), expectation);
  }

  /** The expectation at a point. */
  public Expectation at(Point point) {
    return axis.map(name -> point.on(name).orElse(Value.NONE))
        .flatMap(
            value ->
                cases.entrySet().stream()
                    .filter(c -> c.getKey().allows(value))
                    .map(Map.Entry::getValue)
                    .findFirst())
        .orElse(otherwise);
  }
}
