package dev.faultlab.plan;

import dev.faultlab.evidence.TrialRole;

/**
 * One load on one cell.
 *
 * @param cell where it runs
 * @param index 1-based number of the trial in its cell
 * @param alone whether nothing else runs meanwhile, because times are measured
 */
public record PlannedTrial(Cell cell, int index, boolean alone) {

  /** Its purpose. */
  public TrialRole role() {
    return alone ? TrialRole.MEASURED : TrialRole.COUNTED;
  }
}
