package dev.faultlab.lab;

/**
 * A cure by name; {@code ./faultlab fixes} shows how to apply it.
 *
 * @param id the value on the axis {@link Cure#AXIS}
 * @param title one line
 * @param restart what must be restarted
 */
public record NamedCure(String id, String title, String restart) {}
