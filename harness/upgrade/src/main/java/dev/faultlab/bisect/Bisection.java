package dev.faultlab.bisect;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.seen.State;
import java.util.List;
import java.util.Map;

/**
 * The question of a bisection.
 *
 * @param lab name
 * @param variant id of the one that is tested
 * @param signature id of the one that is tested
 * @param axis whose versions are searched
 * @param versions in the order in which they were published, both ends included
 * @param findFix whether to search for the version that fixed the fault, not for the one that
 *     brought it
 * @param trials at each version
 * @param program commit of the program; findings of another commit do not count
 */
public record Bisection(
    String lab,
    String variant,
    String signature,
    String axis,
    List<Value> versions,
    boolean findFix,
    int trials,
    String program) {

  /** The state that the last version should have. */
  @JsonIgnore
  public State expectedLast() {
    return findFix ? State.ABSENT : State.PRESENT;
  }

  /** {@code jdk 17}. */
  public String versionName(int index) {
    return new Point("", Map.of(axis, versions.get(index))).settings();
  }
}
