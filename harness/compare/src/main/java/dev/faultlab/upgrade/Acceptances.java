package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.point.Value;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Marks the regressions that a team has accepted, and nothing else. */
record Acceptances(Upgrade upgrade) {

  List<SignatureRow> rows(List<SignatureRow> rows) {
    return rows.stream().map(this::row).toList();
  }

  List<MetricRow> costs(List<MetricRow> costs) {
    return costs.stream().map(this::cost).toList();
  }

  private SignatureRow row(SignatureRow row) {
    List<CandidateChange> candidates = new ArrayList<>();
    for (int i = 0; i < row.candidates().size(); i++) {
      CandidateChange held = row.candidates().get(i);
      Map<String, Value> to = upgrade.to().get(i);
      Optional<Acceptance> accepted =
          held.change().bearing() != Bearing.WORSE
              ? Optional.empty()
              : upgrade.accepted().stream()
                  .filter(a -> a.covers(row, held.change(), to))
                  .findFirst();
      candidates.add(held.accepted(accepted));
    }
    return row.candidates(candidates);
  }

  private MetricRow cost(MetricRow cost) {
    List<Optional<MetricChange>> candidates = new ArrayList<>();
    for (int i = 0; i < cost.candidates().size(); i++) {
      Map<String, Value> to = upgrade.to().get(i);
      candidates.add(
          cost.candidates()
              .get(i)
              .map(
                  shift ->
                      shift.direction() != Change.WORSE
                          ? shift
                          : shift.accepted(
                              upgrade.accepted().stream()
                                  .filter(a -> a.covers(cost, to))
                                  .findFirst())));
    }
    return cost.candidates(candidates);
  }
}
