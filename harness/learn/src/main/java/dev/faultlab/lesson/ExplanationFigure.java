package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A number in an explanation. The text has its id in braces, never the number.
 *
 * @param value formula for the number
 * @param unit that follows it; {@code 1} for none
 * @param digits number of significant digits
 */
public record ExplanationFigure(JsonNode value, String unit, int digits) {}
