package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import java.util.Optional;
import java.util.function.Predicate;

/** Marks the regressions that a team has accepted, and nothing else. */
record Acceptances(Upgrade upgrade) {

  SignatureRow mark(SignatureRow row) {
    return row.with(
        i -> {
          CandidateChange held = row.candidates().get(i);
          return held.change().bearing() != Bearing.WORSE
              ? held
              : held.withAcceptance(first(a -> a.covers(row, held.change(), upgrade.to().get(i))));
        });
  }

  MetricRow mark(MetricRow cost) {
    return cost.with(i -> cost.candidates().get(i).map(shift -> mark(cost, shift, i)));
  }

  private MetricRow.MetricChange mark(MetricRow cost, MetricRow.MetricChange shift, int i) {
    return shift.direction() != Change.WORSE
        ? shift
        : shift.withAcceptance(first(a -> a.covers(cost, upgrade.to().get(i))));
  }

  private Optional<Acceptance> first(Predicate<Acceptance> covers) {
    return upgrade.accepted().stream().filter(covers).findFirst();
  }
}
