package dev.faultlab.lab;

import java.util.Optional;
import java.util.Set;

/**
 * The values of a matrix parameter at which a variant makes sense: {@code 18} for 18 and above,
 * {@code [8, 17]} for these alone.
 *
 * @param from the smallest value; empty where the values are listed
 * @param values the values that are listed; empty where there is a smallest one
 */
public record OnlyAt(Optional<Integer> from, Set<Integer> values) {

  static OnlyAt from(int smallest) {
    return new OnlyAt(Optional.of(smallest), Set.of());
  }

  static OnlyAt these(Set<Integer> values) {
    return new OnlyAt(Optional.empty(), Set.copyOf(values));
  }

  /** Whether the variant makes sense there. */
  public boolean allows(int value) {
    return from.map(smallest -> value >= smallest).orElse(values.contains(value));
  }
}
