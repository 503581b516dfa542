package dev.faultlab.plan;

import dev.faultlab.evidence.TrialRole;
import dev.faultlab.point.Point;

/**
 * One load at one point, before it is carried out.
 *
 * @param point where
 * @param index 1-based number of the trial at its point
 * @param alone whether nothing else runs meanwhile, because times are measured
 */
public record PlannedTrial(Point point, int index, boolean alone) {

  /** What the trial is for. */
  public TrialRole role() {
    return alone ? TrialRole.MEASURED : TrialRole.COUNTED;
  }
}
