package dev.faultlab.verdict;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is expected of one signature at one point.
 *
 * @param dependsOn axis on which the variant's expectation depends; empty where it is the same at
 *     all its points
 */
public record Claim(
    Point point, String signature, Expectation expectation, Optional<String> dependsOn) {

  /** All that is expected of a variant at one of its points. */
  public static List<Claim> of(Point point, Variant variant) {
    return variant.expect().entrySet().stream()
        .map(e -> new Claim(point, e.getKey(), e.getValue().at(point), e.getValue().axis()))
        .toList();
  }

  /**
   * Whether the one proves that the other could have come out differently: same signature, the
   * opposite expected, and equal on every axis that both have but the one of cures: what is done
   * about the fault may be all that lies between the sides. The points of one variant also where
   * they differ on the axis that its expectation depends on: there the version is the control.
   */
  public boolean otherSideOf(Claim other) {
    Set<String> apart = new HashSet<>(Set.of(Cure.AXIS));
    if (point.variant().equals(other.point.variant())) {
      dependsOn.ifPresent(apart::add);
    }
    return expectation.presence() != other.expectation.presence()
        && signature.equals(other.signature)
        && point.agreesWith(other.point, apart);
  }
}
