package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import java.util.List;

/**
 * What a lab can say of an upgrade.
 *
 * @param lab declaration
 * @param pairings what is compared, or is not applicable with some candidate
 * @param leftOut what the lab has and is not compared
 * @param plan one run that holds all sides, interleaved, and controls
 */
public record Scope(Lab lab, List<Pairing> pairings, List<LeftOut> leftOut, Plan plan) {}
