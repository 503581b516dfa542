package dev.faultlab.lab;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A condition of an expectation: a value of an axis, a version of what ran as it, or a fact that
 * the running stack was asked for.
 *
 * @param axis that decides; of a fact, the axis that its question names
 * @param fact name of the question; empty if the axis itself is compared
 * @param values for which it holds
 */
public record Condition(String axis, Optional<String> fact, AllowedValues values) {

  /**
   * Whether it holds. Names are compared as they were asked for. A range compares the version that
   * was asked for if that is exact enough, else the version that ran: {@code debian:sid} is no
   * version, and {@code 21} may be before or after {@code 21.0.10}.
   *
   * @param ran axis or fact to what the running components answered; empty before they were asked
   * @return empty if nothing has answered yet, or the answer has no version
   */
  public Optional<Boolean> holds(Point point, Map<String, String> ran) {
    if (fact.isPresent()) {
      return Optional.ofNullable(ran.get(fact.get())).flatMap(this::fitsAnswer);
    }
    Value asked = point.on(axis).orElse(Value.NONE);
    if (!values.isRange() || exact(asked)) {
      return Optional.of(values.allows(asked));
    }
    return asked.equals(Value.NONE)
        ? Optional.of(false)
        : Optional.ofNullable(ran.get(axis)).flatMap(this::fitsAnswer);
  }

  /** The values of the axis at which it changes. */
  public Stream<Value> changes() {
    return Stream.concat(values.bounds(), values.values().stream());
  }

  /** Whether the rest of its version cannot change the answer. */
  private boolean exact(Value asked) {
    return asked.isVersion()
        && values.bounds().noneMatch(b -> b.toString().startsWith(asked + "."));
  }

  private Optional<Boolean> fitsAnswer(String answer) {
    return values.isRange()
        ? Value.versionIn(answer).map(values::allows)
        : Optional.of(values.allows(Value.of(answer.strip())));
  }
}
