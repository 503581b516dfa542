package dev.faultlab.upgrade.page;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.point.Point;
import dev.faultlab.report.ComparedRows;
import dev.faultlab.report.ComparedRows.Group;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.seen.State;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The signatures of an upgrade: a line per place whose signatures changed alike. */
record SignatureTable(UpgradeResult result, Pages pages) {

  /** What a row says of the candidate that matters most. */
  static Group group(SignatureRow row) {
    return row.candidates().stream()
        .map(change -> Group.of(change.change(), change.bearing()))
        .min(java.util.Comparator.naturalOrder())
        .orElse(Group.LEFT_OUT);
  }

  /**
   * The lines.
   *
   * @param variants ids of those to show; empty for all
   */
  ComparedRows rows(Set<String> variants) {
    Map<List<Object>, List<SignatureRow>> groups =
        result
            .rows()
            .filter(row -> variants.isEmpty() || variants.contains(row.variant()))
            .collect(
                Collectors.groupingBy(
                    row -> List.of(row.lab(), row.variant(), row.at(), changes(row)),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<String> header = new ArrayList<>(List.of("lab", "variant", "signature"));
    header.add(Upgrade.words(result.upgrade().from()));
    result.upgrade().to().forEach(to -> header.add(Upgrade.words(to)));
    if (hasOneCandidate()) {
      header.add("change");
    }
    ComparedRows rows = new ComparedRows(header);
    groups.values().forEach(same -> rows.add(group(same.get(0)), row(same)));
    return rows;
  }

  private boolean hasOneCandidate() {
    return result.upgrade().to().size() == 1;
  }

  /** With several candidates, a cell names what changed. */
  private List<Text> row(List<SignatureRow> rows) {
    SignatureRow first = rows.get(0);
    List<Text> row = new ArrayList<>();
    row.add(pages.lab(first.lab()));
    row.add(Text.of(new Point(first.variant(), first.at()).words()));
    row.add(Text.of(rows.stream().map(SignatureRow::signature).collect(Collectors.joining(", "))));
    String before = pages.beforePage(result, first.lab());
    row.add(side(rows, rows.stream().map(SignatureRow::before).toList(), before));
    String page = pages.afterPage(result, first.lab());
    for (int i = 0; i < first.candidates().size(); i++) {
      int number = i;
      CandidateChange change = first.candidates().get(i);
      Text badge = Tones.badge(change.change(), change.bearing());
      Text after =
          side(rows, rows.stream().map(r -> r.candidates().get(number).side()).toList(), page);
      row.addAll(hasOneCandidate() ? List.of(after, badge) : List.of(badge.and(" ").and(after)));
    }
    return row;
  }

  private static List<Object> changes(SignatureRow row) {
    return row.candidates().stream()
        .<Object>map(change -> List.of(change.change(), change.bearing()))
        .toList();
  }

  /** With the reason's code only if that is what changed. */
  private static Text side(
      List<SignatureRow> rows, List<Optional<ObservedSignature>> sides, String page) {
    boolean withCodes =
        rows.get(0).candidates().stream().anyMatch(h -> h.change() == Change.CHANGED_REASON);
    String words =
        sides.stream()
            .map(side -> side.map(s -> withCodes ? s.words() : brief(s)).orElse("-"))
            .distinct()
            .collect(Collectors.joining("; "));
    Text linked = page.isEmpty() ? Text.of(words) : Text.link(Style.PLAIN, words, page);
    return sides
        .get(0)
        .filter(side -> side.trials() > 0)
        .map(
            side ->
                ComparedRows.side(
                    side.counts().getOrDefault(State.PRESENT, 0),
                    side.counts().getOrDefault(State.ABSENT, 0),
                    side.trials(),
                    linked))
        .orElse(linked);
  }

  private static String brief(ObservedSignature side) {
    return side.failure().isPresent() || side.trials() == 0
        ? side.words()
        : ResultRow.found(side.counts(), side.trials());
  }
}
