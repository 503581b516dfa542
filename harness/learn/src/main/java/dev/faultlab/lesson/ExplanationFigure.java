package dev.faultlab.lesson;

/**
 * A number in an explanation. The text has its id between braces, never the number.
 *
 * @param value where it is read
 * @param unit that follows it; {@code 1} for none
 * @param digits as many significant digits are shown
 */
public record ExplanationFigure(Formula value, String unit, int digits) {}
