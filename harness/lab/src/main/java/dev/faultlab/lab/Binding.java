package dev.faultlab.lab;

/**
 * What fills an axis: its value is an argument of an image role or the name of a kernel, so that
 * any value will do that the role can fill.
 *
 * @param variable compose variable that gets the image
 * @param requirement with the axis in braces, e.g. {@code jre:JDK={jdk}}
 */
public record Binding(String variable, Requirement requirement) {}
