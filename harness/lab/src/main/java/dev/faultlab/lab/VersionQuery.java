package dev.faultlab.lab;

/**
 * How a running component is asked for its own version.
 *
 * @param axis that it is the answer for
 * @param step the command; its standard output is the answer
 */
public record VersionQuery(String axis, Step.Run step) {}
