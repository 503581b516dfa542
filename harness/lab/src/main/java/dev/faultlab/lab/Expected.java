package dev.faultlab.lab;

import dev.faultlab.point.Point;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The expectation of a variant for one signature: one for all points, or several with conditions if
 * the fault came or went with a version.
 *
 * @param cases in order; the first whose conditions hold decides
 * @param otherwise if no case matches; always present, because a candidate can have any value
 */
public record Expected(List<Case> cases, Expectation otherwise) {

  /**
   * An expectation with conditions.
   *
   * @param when all of which must hold
   */
  public record Case(List<Condition> when, Expectation then) {}

  /** One expectation for all points. */
  public static Expected always(Expectation expectation) {
    return new Expected(List.of(), expectation);
  }

  /** Every expectation that some point may have. */
  public List<Expectation> all() {
    List<Expectation> expectations = new ArrayList<>(cases.stream().map(Case::then).toList());
    expectations.add(otherwise);
    return expectations;
  }

  /** The axes on which it depends, those of facts included. */
  public Set<String> axes() {
    Set<String> axes = new LinkedHashSet<>();
    cases.forEach(one -> one.when().forEach(condition -> axes.add(condition.axis())));
    return axes;
  }

  /**
   * The expectation at a point.
   *
   * @param ran what the stack answered; empty before it runs
   * @return empty if it depends on an answer that is not there
   */
  public Optional<Expectation> expectationAt(Point point, Map<String, String> ran) {
    List<Expectation> possible = possible(point, ran);
    return possible.size() == 1 ? Optional.of(possible.get(0)) : Optional.empty();
  }

  /** The expectations that a point may have, as far as is known; at least one. */
  public List<Expectation> possible(Point point, Map<String, String> ran) {
    Set<Expectation> possible = new LinkedHashSet<>();
    for (Case one : cases) {
      List<Optional<Boolean>> held =
          one.when().stream().map(condition -> condition.holds(point, ran)).toList();
      if (held.contains(Optional.of(false))) {
        continue;
      }
      possible.add(one.then());
      if (!held.contains(Optional.<Boolean>empty())) {
        return new ArrayList<>(possible);
      }
    }
    possible.add(otherwise);
    return new ArrayList<>(possible);
  }
}
