package dev.faultlab.capture;

/**
 * How much of a capture was read.
 *
 * @param end how reading ended
 * @param coverage what was seen up to there
 */
public record Extent(End end, Coverage coverage) {}
