package dev.faultlab.lesson;

/**
 * A number in an explanation. The text has its id in braces, never the number.
 *
 * @param value source of the number
 * @param unit that follows it; {@code 1} for none
 * @param digits number of significant digits
 */
public record ExplanationFigure(Formula value, String unit, int digits) {}
