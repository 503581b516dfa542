package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The part of a lab that answers an upgrade question.
 *
 * @param lab declaration
 * @param pairings that are compared, or not applicable for some candidate
 * @param leftOut parts of the lab that are not compared
 * @param plan one run with all sides, interleaved, and controls
 */
public record Scope(Lab lab, List<Pairing> pairings, List<LeftOut> leftOut, Plan plan) {

  /** The points that are compared with those of a candidate. */
  List<Point> before(int candidate) {
    return compared(candidate).map(pairing -> pairing.before().orElseThrow()).toList();
  }

  /** The points of a candidate, in the same order. */
  List<Point> after(int candidate) {
    return compared(candidate).map(p -> p.after().get(candidate).orElseThrow()).toList();
  }

  private Stream<Pairing> compared(int candidate) {
    return pairings.stream().filter(pairing -> pairing.compares(candidate));
  }

  /**
   * Compose variable to the requirement of a point's stack, even if the plan does not have the
   * point.
   */
  Map<String, Requirement> images(Point point) {
    return new Planner(lab).cell(point, plan.parameters(), plan.form()).stack().images();
  }
}
