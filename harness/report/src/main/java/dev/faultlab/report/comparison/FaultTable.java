package dev.faultlab.report.comparison;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.signature.State;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The faults that were looked for: a line each, with the places counted by what became of them. */
record FaultTable(UpgradeResult result) {

  Block table() {
    Map<List<String>, List<SignatureRow>> faults = new LinkedHashMap<>();
    result
        .rows()
        .forEach(
            row ->
                faults
                    .computeIfAbsent(List.of(row.lab(), row.signature()), key -> new ArrayList<>())
                    .add(row));
    List<String> head = new ArrayList<>(List.of("lab", "fault", "seen in this run"));
    result.upgrade().to().forEach(to -> head.add(Upgrade.words(to)));
    return Block.table(head, faults.values().stream().map(this::line).toList());
  }

  private List<Text> line(List<SignatureRow> rows) {
    List<Text> cells = new ArrayList<>();
    cells.add(Text.of(rows.get(0).lab()));
    cells.add(Text.of(rows.get(0).signature()));
    cells.add(Text.of(seen(rows)));
    for (int i = 0; i < result.upgrade().to().size(); i++) {
      int candidate = i;
      cells.add(
          Text.of(counted(rows.stream().map(row -> row.candidates().get(candidate)).toList())));
    }
    return cells;
  }

  /** {@code 2 gone, 5 still there}, in the order of {@link Change}. */
  private static String counted(List<CandidateChange> changes) {
    Map<Change, List<CandidateChange>> kinds =
        changes.stream()
            .collect(
                Collectors.groupingBy(CandidateChange::change, TreeMap::new, Collectors.toList()));
    return kinds.entrySet().stream()
        .map(e -> e.getValue().size() + " " + e.getKey().words(e.getValue().get(0).bearing()))
        .collect(Collectors.joining(", "));
  }

  /** Where a trial showed it: an absence elsewhere counts only because of that. */
  private static String seen(List<SignatureRow> rows) {
    return rows.stream()
        .filter(row -> sides(row).anyMatch(side -> side.counts().containsKey(State.PRESENT)))
        .map(row -> new Point(row.variant(), row.at()).words())
        .findFirst()
        .orElse(
            rows.stream()
                    .flatMap(row -> row.candidates().stream())
                    .anyMatch(c -> c.change().bearing() == Bearing.FINE)
                ? "at a control"
                : "-");
  }

  private static Stream<ObservedSignature> sides(SignatureRow row) {
    return Stream.concat(
        row.before().stream(),
        row.candidates().stream().map(CandidateChange::side).flatMap(Optional::stream));
  }
}
