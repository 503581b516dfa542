package dev.faultlab.plan;

import java.util.List;
import java.util.Set;

/**
 * The stacks of a plan that run at the same time, and their trials.
 *
 * @param stacks that must run
 * @param trials in the order of execution
 * @param mebibytes that the stacks need together
 */
public record Wave(Set<StackSpec> stacks, List<PlannedTrial> trials, int mebibytes) {}
