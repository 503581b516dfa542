package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.effect.Estimate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What became of a signature or a metric at one candidate.
 *
 * @param metric whether it is a metric
 * @param what signature, or metric with its load
 * @param ratio of a metric
 */
record Compared(
    boolean metric,
    LabPlace place,
    String what,
    Change change,
    Bearing bearing,
    String reason,
    Optional<Estimate> ratio) {

  /** Signatures first, then by change. */
  static List<Compared> at(int candidate, List<LabComparison> labs) {
    return labs.stream()
        .flatMap(
            lab ->
                Stream.concat(
                    lab.rows().stream().map(row -> of(row, row.candidates().get(candidate))),
                    lab.costs().stream()
                        .flatMap(
                            cost ->
                                cost.candidates().get(candidate).stream()
                                    .map(shift -> of(cost, shift)))))
        .sorted(Comparator.comparing(Compared::metric).thenComparing(Compared::change))
        .toList();
  }

  private static Compared of(SignatureRow row, CandidateChange held) {
    return new Compared(
        false,
        row.place(),
        row.signature(),
        held.change(),
        held.bearing(),
        held.reason(),
        Optional.empty());
  }

  private static Compared of(MetricRow cost, MetricRow.MetricChange shift) {
    MetricRow.Measured measured = cost.measured();
    String load = measured.within().isEmpty() ? "" : " at " + Upgrade.words(measured.within());
    return new Compared(
        true,
        cost.place(),
        measured.metric() + load,
        shift.direction(),
        shift.bearing(),
        shift.reason(),
        shift.ratio());
  }

  /** {@code charset by-name, jars 300, provider-lookups}. */
  String words() {
    return place.words() + ", " + what;
  }
}
