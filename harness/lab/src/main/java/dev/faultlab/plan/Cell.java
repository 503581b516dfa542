package dev.faultlab.plan;

import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A point of a plan with everything needed to measure it.
 *
 * @param point the identity of all measurements here
 * @param id for people and for the name of a folder, unique in its lab: {@code shared-name@jdk=17};
 *     no program parses it
 * @param variant the declaration
 * @param settings every placeholder's value
 * @param stack what must run
 */
public record Cell(
    Point point, String id, Variant variant, Map<String, String> settings, StackSpec stack) {

  /** Only the identity counts: hashing everything takes longer than the lookups that need it. */
  @Override
  public int hashCode() {
    return point.hashCode();
  }

  /** The settings of one of its trials, of which signatures may use each. */
  public Map<String, String> settings(int trial) {
    Map<String, String> values = new LinkedHashMap<>(settings);
    values.put("trial", Integer.toString(trial));
    return values;
  }

  /** Whether something is expected here; otherwise it is only measured. */
  public boolean judged() {
    return !variant.expect().isEmpty();
  }
}
