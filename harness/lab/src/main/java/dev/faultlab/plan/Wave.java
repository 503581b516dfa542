package dev.faultlab.plan;

import java.util.List;
import java.util.Set;

/**
 * The stacks of a plan that are up at the same time, and what is done meanwhile.
 *
 * @param stacks that have to run
 * @param trials in the order of execution
 * @param mebibytes that the stacks need together
 */
public record Wave(Set<StackSpec> stacks, List<PlannedTrial> trials, int mebibytes) {}
