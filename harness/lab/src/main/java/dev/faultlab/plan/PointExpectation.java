package dev.faultlab.plan;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The role of a point for a verdict: the fault of a signature is expected there, or its absence.
 *
 * @param presence the expectation
 * @param dependsOn axes on which the variant's expectation depends
 */
public record PointExpectation(
    Point point, String signature, Presence presence, Set<String> dependsOn) {

  /**
   * The sides of a cell: one for each signature with an expectation there, or both if only the
   * running stack will say which.
   */
  public static List<PointExpectation> of(Cell cell) {
    return cell.variant().expect().entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().possible(cell.point(), Map.of()).stream()
                    .map(Expectation::presence)
                    .distinct()
                    .map(
                        presence ->
                            new PointExpectation(
                                cell.point(), entry.getKey(), presence, entry.getValue().axes())))
        .toList();
  }

  /**
   * Whether each is the control of the other: the same signature with the opposite expectation, at
   * points that agree on every common axis. The axis of cures may differ, because the fix may be
   * the whole difference. Points of one variant may also differ on the axes that its expectation
   * depends on: there the version is the control.
   */
  public boolean opposes(PointExpectation other) {
    Set<String> ignoredAxes = new HashSet<>(Set.of(Cure.AXIS));
    if (point.variant().equals(other.point.variant())) {
      ignoredAxes.addAll(dependsOn);
    }
    return signature.equals(other.signature)
        && presence != other.presence
        && point.agreesWith(other.point, ignoredAxes);
  }
}
