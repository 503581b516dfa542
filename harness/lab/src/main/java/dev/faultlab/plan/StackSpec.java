package dev.faultlab.plan;

import dev.faultlab.lab.Requirement;
import java.util.Map;

/**
 * What has to be started for a cell; cells with equal specifications share one running stack. For
 * services that are started on demand, ask the plan ({@link Plan#images}, {@link Plan#idle}),
 * because it depends on who shares the stack.
 *
 * @param profile compose profile
 * @param variables compose variables, filled
 * @param images compose variable to its requirement
 */
public record StackSpec(
    String profile, Map<String, String> variables, Map<String, Requirement> images) {}
