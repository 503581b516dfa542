package dev.faultlab.upgrade;

/**
 * A component that differs between the sides.
 *
 * @param lab name
 * @param candidate index of the candidate
 * @param what the component, or the compose variable of its image
 * @param before its own version report, or the image's id
 * @param after likewise
 * @param asked whether it was to change; otherwise the upgrade changes it as a side effect
 */
public record Difference(
    String lab, int candidate, String what, String before, String after, boolean asked) {}
