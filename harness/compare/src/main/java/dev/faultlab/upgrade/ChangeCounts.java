package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The changes at one candidate, counted by kind. */
final class ChangeCounts {
  private final Map<Change, List<SignatureRow>> rows = new EnumMap<>(Change.class);
  private final Map<Change, List<MetricRow>> costs = new EnumMap<>(Change.class);
  private int accepted;

  ChangeCounts(List<LabComparison> labs, int candidate) {
    for (LabComparison lab : labs) {
      for (SignatureRow row : lab.rows()) {
        CandidateChange held = row.candidates().get(candidate);
        if (held.bearing() == Bearing.ACCEPTED) {
          accepted++;
        } else {
          rows.computeIfAbsent(held.change(), c -> new ArrayList<>()).add(row);
        }
      }
      for (MetricRow cost : lab.costs()) {
        cost.candidates().get(candidate).ifPresent(shift -> add(cost, shift));
      }
    }
  }

  private void add(MetricRow cost, MetricChange shift) {
    if (shift.accepted().isPresent()) {
      accepted++;
    } else {
      costs.computeIfAbsent(shift.direction(), d -> new ArrayList<>()).add(cost);
    }
  }

  /** Without accepted ones. */
  Map<Change, List<SignatureRow>> rows() {
    return rows;
  }

  List<SignatureRow> rows(Change change) {
    return rows.getOrDefault(change, List.of());
  }

  List<MetricRow> costs(Change direction) {
    return costs.getOrDefault(direction, List.of());
  }

  /** Regressions that are accepted. */
  int accepted() {
    return accepted;
  }

  /** Whether anything was compared. */
  boolean empty() {
    return accepted == 0
        && rows.keySet().stream().allMatch(change -> change.bearing() == Bearing.LEFT_OUT)
        && costs.isEmpty();
  }

  /** {@code (signatures: 2 gone; left out, with reasons: 3)}. */
  String counts(int leftOut) {
    List<String> parts = new ArrayList<>();
    rows.forEach(
        (change, of) -> {
          if (change != Change.NOT_APPLICABLE) {
            parts.add(of.size() + " " + change.words());
          }
        });
    String text =
        parts.isEmpty() ? "no signature compared" : "signatures: " + String.join(", ", parts);
    if (!costs.isEmpty()) {
      text +=
          "; metrics: "
              + costs.entrySet().stream()
                  .map(e -> e.getValue().size() + " " + e.getKey().words())
                  .collect(Collectors.joining(", "));
    }
    int out = leftOut + rows(Change.NOT_APPLICABLE).size();
    return " ("
        + (parts.isEmpty() && accepted > 0 ? "" : text)
        + (accepted == 0 ? "" : (parts.isEmpty() ? "" : "; ") + "accepted as worse: " + accepted)
        + (out == 0 ? "" : "; left out, with reasons: " + out)
        + ")";
  }
}
