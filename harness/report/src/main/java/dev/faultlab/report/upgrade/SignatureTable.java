package dev.faultlab.report.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.point.Point;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table of an upgrade's signatures: a line per place whose signatures changed alike. */
final class SignatureTable {
  private static final Set<Change> UNCHANGED =
      EnumSet.of(Change.STILL_THERE, Change.STILL_ABSENT, Change.NOT_APPLICABLE);

  private final UpgradeResult result;
  private final boolean single;

  SignatureTable(UpgradeResult result) {
    this.result = result;
    this.single = result.upgrade().to().size() == 1;
  }

  /**
   * The table.
   *
   * @param variants ids of those to show; empty for all
   */
  Block table(Set<String> variants) {
    return table(row -> variants.isEmpty() || variants.contains(row.variant()));
  }

  /** The rows in which something changed, or that are open. */
  Block changed() {
    return table(
        row ->
            row.candidates().stream()
                .anyMatch(
                    held -> !UNCHANGED.contains(held.change()) || held.accepted().isPresent()));
  }

  private Block table(Predicate<SignatureRow> shown) {
    Map<List<Object>, List<SignatureRow>> groups = new LinkedHashMap<>();
    result
        .rows()
        .filter(shown)
        .forEach(
            row ->
                groups
                    .computeIfAbsent(
                        List.of(row.lab(), row.variant(), row.at(), changes(row)),
                        key -> new ArrayList<>())
                    .add(row));
    List<String> head = new ArrayList<>(List.of("lab", "variant", "signature"));
    head.add(Upgrade.words(result.upgrade().from()));
    result.upgrade().to().forEach(to -> head.add(Upgrade.words(to)));
    if (single) {
      head.add("change");
    }
    return Block.table(head, groups.values().stream().map(this::line).toList());
  }

  /** With several candidates, a cell names what changed. */
  private List<Text> line(List<SignatureRow> rows) {
    SignatureRow first = rows.get(0);
    List<Text> cells = new ArrayList<>();
    cells.add(Text.of(first.lab()));
    cells.add(Text.of(new Point(first.variant(), first.at()).words()));
    cells.add(
        Text.of(rows.stream().map(SignatureRow::signature).collect(Collectors.joining(", "))));
    cells.add(Text.of(words(rows, rows.stream().map(SignatureRow::before).toList())));
    for (int candidate = 0; candidate < first.candidates().size(); candidate++) {
      int number = candidate;
      CandidateChange change = first.candidates().get(number);
      Text badge = Tones.badge(change.change(), change.bearing());
      String after =
          words(rows, rows.stream().map(r -> r.candidates().get(number).side()).toList());
      if (single) {
        cells.add(Text.of(after));
      }
      cells.add(single ? badge : badge.and(" ").and(Style.SMALL, after));
    }
    return cells;
  }

  private static List<Object> changes(SignatureRow row) {
    return row.candidates().stream()
        .<Object>map(held -> List.of(held.change(), held.bearing()))
        .toList();
  }

  /** With the reason's code only if that is what changed. */
  private static String words(List<SignatureRow> rows, List<Optional<ObservedSignature>> sides) {
    boolean codes =
        rows.get(0).candidates().stream().anyMatch(h -> h.change() == Change.CHANGED_REASON);
    return sides.stream()
        .map(side -> side.map(s -> codes ? s.words() : brief(s)).orElse("-"))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String brief(ObservedSignature side) {
    return side.failure().isPresent() || side.trials() == 0
        ? side.words()
        : ResultRow.found(side.counts(), side.trials());
  }
}
