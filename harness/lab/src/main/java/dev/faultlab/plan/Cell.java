package dev.faultlab.plan;

import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import java.util.Map;

/**
 * A point of a plan with what it takes to measure there.
 *
 * @param point the identity of all that is measured here
 * @param id for people and for the name of a folder, unique in its lab: {@code shared-name@jdk=17};
 *     no program reads anything out of it
 * @param variant the declaration
 * @param settings every placeholder's value
 * @param stack what has to run
 */
public record Cell(
    Point point, String id, Variant variant, Map<String, String> settings, StackSpec stack) {

  /**
   * By its identity alone: a hash of all that it holds takes longer than what is looked up by it.
   */
  @Override
  public int hashCode() {
    return point.hashCode();
  }

  /** Whether something is expected here; else it is only measured. */
  public boolean judged() {
    return !variant.expect().isEmpty();
  }
}
