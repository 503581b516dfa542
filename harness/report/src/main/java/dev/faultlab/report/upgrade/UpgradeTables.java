package dev.faultlab.report.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.point.Point;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tables of an upgrade, the same in every format. */
public final class UpgradeTables {
  private final UpgradeResult result;

  public UpgradeTables(UpgradeResult result) {
    this.result = result;
  }

  /**
   * A line of the table: the signatures of a place that changed alike.
   *
   * @param variant id
   * @param place the variant with its other settings
   * @param before what the team's version showed
   * @param after what each candidate showed
   * @param changes what that means, one per candidate
   */
  public record Line(
      String lab,
      String variant,
      String place,
      String title,
      String signatures,
      String before,
      List<String> after,
      List<Mark> changes) {}

  /**
   * What became of a place, for a cell.
   *
   * @param bearing what that means for the answer
   */
  public record Mark(Change change, Bearing bearing) {

    static Mark of(CandidateChange held) {
      return new Mark(held.change(), held.bearing());
    }

    /** In capitals where a reader has to act. */
    public String words() {
      return change.words(bearing);
    }
  }

  /** The lines of all labs, in their order. */
  public List<Line> lines() {
    Map<List<Object>, List<SignatureRow>> groups = new LinkedHashMap<>();
    result
        .rows()
        .forEach(
            row ->
                groups
                    .computeIfAbsent(
                        List.of(row.lab(), row.variant(), row.at(), changes(row)),
                        key -> new ArrayList<>())
                    .add(row));
    return groups.values().stream().map(this::line).toList();
  }

  /** The heads over a line's cells. */
  public List<String> head() {
    List<String> head = new ArrayList<>(List.of("lab", "variant", "signature"));
    head.add(result.upgrade().had());
    result.upgrade().to().forEach(to -> head.add(Upgrade.words(to)));
    if (single()) {
      head.add("change");
    }
    return head;
  }

  /** The cells of a line; with several candidates a cell says what changed. */
  public List<String> cells(Line line) {
    List<String> cells =
        new ArrayList<>(List.of(line.lab(), line.place(), line.signatures(), line.before()));
    if (single()) {
      cells.add(line.after().get(0));
      cells.add(line.changes().get(0).words());
    } else {
      line.changes().forEach(change -> cells.add(change.words()));
    }
    return cells;
  }

  private boolean single() {
    return result.upgrade().to().size() == 1;
  }

  private Line line(List<SignatureRow> rows) {
    SignatureRow first = rows.get(0);
    List<String> after = new ArrayList<>();
    for (int candidate = 0; candidate < first.candidates().size(); candidate++) {
      int number = candidate;
      after.add(words(rows, rows.stream().map(r -> r.candidates().get(number).side()).toList()));
    }
    return new Line(
        first.lab(),
        first.variant(),
        new Point(first.variant(), first.at()).words(),
        first.title(),
        rows.stream().map(SignatureRow::signature).collect(Collectors.joining(", ")),
        words(rows, rows.stream().map(SignatureRow::before).toList()),
        after,
        changes(first));
  }

  private static List<Mark> changes(SignatureRow row) {
    return row.candidates().stream().map(Mark::of).toList();
  }

  /** With the reason's code only where that is what changed. */
  private static String words(List<SignatureRow> rows, List<Optional<ObservedSignature>> sides) {
    boolean codes =
        changes(rows.get(0)).stream().anyMatch(mark -> mark.change() == Change.CHANGED_REASON);
    return sides.stream()
        .map(side -> side.map(s -> codes ? s.words() : brief(s)).orElse("-"))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String brief(ObservedSignature side) {
    if (side.failure().isPresent() || side.trials() == 0) {
      return side.words();
    }
    return side.counts().entrySet().stream()
        .map(c -> ObservedSignature.word(c.getKey()) + " " + c.getValue() + "/" + side.trials())
        .collect(Collectors.joining(", "));
  }
}
