package dev.faultlab.lab;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a variant is expected to show of one signature: one expectation, or one for each value of an
 * axis, where the fault came or went with a version.
 *
 * @param axis on which the expectation depends; empty where it is the same everywhere
 * @param cases values of the axis to expectation, the first that fits counts
 * @param otherwise where no case fits; empty where nothing is expected there
 */
public record Expected(
    Optional<String> axis, Map<Allowed, Expectation> cases, Optional<Expectation> otherwise) {

  public Expected {
    cases = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(cases));
  }

  static Expected always(Expectation expectation) {
    return new Expected(Optional.empty(), Map.of(), Optional.of(expectation));
  }

  /** What is expected at a point; empty where the lab does not say. */
  public Optional<Expectation> at(Point point) {
    Optional<Value> value = axis.flatMap(point::on);
    return value
        .flatMap(
            v ->
                cases.entrySet().stream()
                    .filter(c -> c.getKey().allows(v))
                    .map(Map.Entry::getValue)
                    .findFirst())
        .or(() -> otherwise);
  }
}
