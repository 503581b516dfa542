package dev.faultlab.plan;

import dev.faultlab.evidence.TrialRole;

/**
 * One load on one cell.
 *
 * @param cell where it runs
 * @param index 1-based number of the trial in its cell
 * @param alone whether nothing else runs meanwhile, because times are measured
 * @param witness whether it is an additional trial, a control for trials of others at another time
 *     than its own cell's: see {@link Waves}
 */
public record PlannedTrial(Cell cell, int index, boolean alone, boolean witness) {

  /** Its purpose. */
  public TrialRole role() {
    return witness ? TrialRole.WITNESS : alone ? TrialRole.MEASURED : TrialRole.COUNTED;
  }

  /** The cell's next trial, in a wave that is not its own. */
  PlannedTrial asWitness(int number) {
    return new PlannedTrial(cell, number, alone, true);
  }
}
