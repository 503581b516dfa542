package dev.faultlab.lab;

/**
 * How to ask a running component for its version.
 *
 * @param axis of the answer
 * @param step the command; its standard output is the answer
 */
public record VersionQuery(String axis, Step.Run step) {}
