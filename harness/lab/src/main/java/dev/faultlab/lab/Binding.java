package dev.faultlab.lab;

/**
 * What an axis sets: an argument of an image role, or the name of a kernel. Any value is allowed
 * that the role can provide.
 *
 * @param variable compose variable that gets the image
 * @param requirement with the axis in braces, e.g. {@code jre:JDK={jdk}}
 */
public record Binding(String variable, Requirement requirement) {}
