package dev.faultlab.report.page;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A point with everything the run found there.
 *
 * @param name of the point
 * @param title of its variant
 * @param outcomes one per signature
 * @param trials in order
 * @param exhibit the trial whose captures are drawn
 */
record CellView(
    Point point,
    String name,
    String title,
    List<Outcome> outcomes,
    List<TrialRecord> trials,
    Optional<TrialRecord> exhibit) {

  /** All points: those of the table first, then those that are only measured. */
  static List<CellView> of(RunResult result) {
    Set<Point> points = new LinkedHashSet<>();
    result.outcomes().forEach(o -> points.add(o.point()));
    result.trials().forEach(t -> points.add(t.point()));
    return points.stream()
        .map(
            point ->
                new CellView(
                    point,
                    result.name(point),
                    result.titleOf(point),
                    result.outcomes(point),
                    result.trials(point),
                    result.exhibit(point)))
        .toList();
  }

  /** The role that it is drawn in. */
  Charts.Role role() {
    if (outcomes.isEmpty()) {
      return Charts.Role.MEASURED;
    }
    return outcomes.get(0).expectation().presence() == Presence.PRESENT
        ? Charts.Role.FAULT
        : Charts.Role.CONTROL;
  }

  String variant() {
    return point.variant();
  }

  /** Whether there was no unexpected finding; for a point that is only measured there is none. */
  boolean asExpected() {
    return outcomes.stream().allMatch(o -> o.judgement() == Judgement.AS_EXPECTED);
  }
}
