package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.effect.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What became of a signature or a metric at one candidate.
 *
 * @param metric whether it is a metric
 * @param what signature, or metric with its load
 * @param ratio of a metric
 */
record ItemChange(
    boolean metric,
    LabPlace place,
    String what,
    Change change,
    Bearing bearing,
    String reason,
    Optional<Estimate> ratio) {

  /** Signatures first, then by change. */
  static List<ItemChange> ofCandidate(int candidate, List<LabComparison> labs) {
    List<ItemChange> changes = new ArrayList<>();
    for (LabComparison lab : labs) {
      lab.rows().forEach(row -> changes.add(of(row, row.candidates().get(candidate))));
      lab.costs().forEach(c -> c.candidates().get(candidate).ifPresent(s -> changes.add(of(c, s))));
    }
    changes.sort(Comparator.comparing(ItemChange::metric).thenComparing(ItemChange::change));
    return changes;
  }

  private static ItemChange of(SignatureRow row, CandidateChange held) {
    Optional<Estimate> noRatio = Optional.empty();
    return new ItemChange(
        false, row.place(), row.signature(), held.change(), held.bearing(), held.reason(), noRatio);
  }

  private static ItemChange of(MetricRow row, MetricRow.MetricChange move) {
    MetricRow.RowMetric measured = row.measured();
    String load = measured.within().isEmpty() ? "" : " at " + Upgrade.words(measured.within());
    String what = measured.metric() + load;
    return new ItemChange(
        true, row.place(), what, move.direction(), move.bearing(), move.reason(), move.ratio());
  }

  /** {@code charset by-name, jars 300, provider-lookups}. */
  String words() {
    return place.words() + ", " + what;
  }
}
