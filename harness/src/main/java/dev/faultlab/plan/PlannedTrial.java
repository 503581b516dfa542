package dev.faultlab.plan;

/**
 * One load on one cell.
 *
 * @param cell where
 * @param index 1-based number of the trial in its cell
 */
public record PlannedTrial(Cell cell, int index) {}
