package dev.faultlab.check;

import java.util.List;

/**
 * What one condition showed of each version.
 *
 * @param condition its name in faultlab.yaml
 * @param what it does, in one sentence
 * @param source address of a page that describes it
 * @param hint what to try if the service is not exercised
 * @param sides in the order of {@link CheckFile#sides}
 */
public record ConditionResult(
    String condition, String what, String source, String hint, List<SideResult> sides) {}
