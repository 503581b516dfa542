package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Map;

/**
 * What a lab can say of an upgrade.
 *
 * @param lab declaration
 * @param pairings what is compared, or is not applicable with some candidate
 * @param leftOut what the lab has and is not compared
 * @param plan one run that holds all sides, interleaved, and controls
 */
public record Scope(Lab lab, List<Pairing> pairings, List<LeftOut> leftOut, Plan plan) {

  /** Compose variable to what a point's stack needs, whether the plan has the point or not. */
  Map<String, Requirement> images(Point point) {
    return new Planner(lab).cell(point, plan.parameters(), plan.form()).stack().images();
  }
}
