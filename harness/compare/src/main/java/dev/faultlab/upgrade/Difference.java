package dev.faultlab.upgrade;

/**
 * A component that is not the same on both sides.
 *
 * @param lab name
 * @param candidate index of the candidate
 * @param what the component, or the compose variable of its image
 * @param before what it was, as it says itself or by the image's id
 * @param after likewise
 * @param asked it is one of those that are to change; otherwise the upgrade changes it as well
 */
public record Difference(
    String lab, int candidate, String what, String before, String after, boolean asked) {}
