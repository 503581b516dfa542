package dev.faultlab.plan;

import dev.faultlab.evidence.TrialRole;

/**
 * One load on one cell.
 *
 * @param cell where
 * @param index 1-based number of the trial in its cell
 * @param alone whether nothing else goes on meanwhile, since how long things take is measured
 * @param witness whether it is one more than the plan has, and bears witness to the trials of
 *     others at another time than those of its own cell: see {@link Waves}
 */
public record PlannedTrial(Cell cell, int index, boolean alone, boolean witness) {

  /** What it is for. */
  public TrialRole role() {
    return witness ? TrialRole.WITNESS : alone ? TrialRole.MEASURED : TrialRole.COUNTED;
  }

  /** The cell's next trial, in a wave that is not its own. */
  PlannedTrial asWitness(int number) {
    return new PlannedTrial(cell, number, alone, true);
  }
}
