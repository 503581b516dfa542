package dev.faultlab.lab;

/**
 * A cure by name; {@code ./faultlab fixes} says how it is applied.
 *
 * @param id the value on the axis {@link Cure#AXIS}
 * @param title one line
 * @param restart what has to be restarted for it
 */
public record NamedCure(String id, String title, String restart) {}
