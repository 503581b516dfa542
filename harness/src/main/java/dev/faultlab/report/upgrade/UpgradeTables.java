package dev.faultlab.report.upgrade;

import dev.faultlab.effect.Estimate;
import dev.faultlab.point.Point;
import dev.faultlab.report.Axes;
import dev.faultlab.report.Numbers;
import dev.faultlab.signature.State;
import dev.faultlab.upgrade.Change;
import dev.faultlab.upgrade.Change.Bearing;
import dev.faultlab.upgrade.Cost;
import dev.faultlab.upgrade.Cost.Direction;
import dev.faultlab.upgrade.Cost.Shift;
import dev.faultlab.upgrade.Difference;
import dev.faultlab.upgrade.Held;
import dev.faultlab.upgrade.LeftOut;
import dev.faultlab.upgrade.Row;
import dev.faultlab.upgrade.Side;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tables of an upgrade, the same in every format. */
public final class UpgradeTables {
  private static final int NAMED = 3;

  private final UpgradeResult result;

  public UpgradeTables(UpgradeResult result) {
    this.result = result;
  }

  /**
   * A line of the table: the signatures of a place that changed alike.
   *
   * @param place the variant with its other settings
   * @param before what the team's version showed
   * @param after what each candidate showed
   * @param changes what that means, one per candidate
   */
  public record Line(
      String lab,
      String place,
      String title,
      String signatures,
      String before,
      List<String> after,
      List<Change> changes) {}

  /** The lines of all labs, in their order. */
  public List<Line> lines() {
    Map<List<Object>, List<Row>> groups = new LinkedHashMap<>();
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
    head.add(Upgrade.words(result.upgrade().from()));
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
      cells.add(shout(line.changes().get(0)));
    } else {
      line.changes().forEach(change -> cells.add(shout(change)));
    }
    return cells;
  }

  private boolean single() {
    return result.upgrade().to().size() == 1;
  }

  /** In capitals where somebody has to look. */
  public static String shout(Change change) {
    return change.bearing() == Bearing.WORSE || change.bearing() == Bearing.OPEN
        ? change.words().toUpperCase(Locale.ROOT)
        : change.words();
  }

  private Line line(List<Row> rows) {
    Row first = rows.get(0);
    List<String> after = new ArrayList<>();
    for (int candidate = 0; candidate < first.candidates().size(); candidate++) {
      int number = candidate;
      after.add(words(rows, rows.stream().map(r -> r.candidates().get(number).side()).toList()));
    }
    return new Line(
        first.lab(),
        new Point(first.variant(), first.at()).words(),
        first.title(),
        rows.stream().map(Row::signature).collect(Collectors.joining(", ")),
        words(rows, rows.stream().map(Row::before).toList()),
        after,
        changes(first));
  }

  private static List<Change> changes(Row row) {
    return row.candidates().stream().map(Held::change).toList();
  }

  /** With the reason's code only where that is what changed. */
  private static String words(List<Row> rows, List<Optional<Side>> sides) {
    boolean codes = changes(rows.get(0)).contains(Change.CHANGED_REASON);
    return sides.stream()
        .map(side -> side.map(s -> codes ? s.words() : brief(s)).orElse("-"))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String brief(Side side) {
    if (side.failure().isPresent() || side.trials() == 0) {
      return side.words();
    }
    return side.counts().entrySet().stream()
        .map(c -> state(c.getKey()) + " " + c.getValue() + "/" + side.trials())
        .collect(Collectors.joining(", "));
  }

  private static String state(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** One line per reason: where it holds, the first three by name, and the reason. */
  public List<String> explained() {
    return reasons().entrySet().stream()
        .map(
            e -> {
              List<String> where = e.getValue();
              String named = where.stream().limit(NAMED).collect(Collectors.joining("; "));
              String more = where.size() > NAMED ? "; and " + (where.size() - NAMED) + " more" : "";
              return named + more + ": " + e.getKey();
            })
        .toList();
  }

  /**
   * Why something got worse, changed its reason or cannot be told: reason to where. A lab without a
   * result has one for all its rows.
   */
  private Map<String, List<String>> reasons() {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    result.labs().forEach(lab -> lab.failure().ifPresent(why -> add(reasons, why, lab.lab())));
    result
        .rows()
        .filter(row -> row.before().isPresent())
        .forEach(
            row -> {
              for (int candidate = 0; candidate < row.candidates().size(); candidate++) {
                Held held = row.candidates().get(candidate);
                if (held.change().bearing() == Bearing.WORSE
                    || held.change().bearing() == Bearing.OPEN
                    || held.change() == Change.CHANGED_REASON) {
                  add(reasons, held.reason(), where(row, candidate) + " " + shout(held.change()));
                }
              }
            });
    return reasons;
  }

  private static void add(Map<String, List<String>> reasons, String reason, String where) {
    reasons.computeIfAbsent(reason, r -> new ArrayList<>()).add(where);
  }

  private String where(Row row, int candidate) {
    return row.lab()
        + " "
        + new Point(row.variant(), row.at()).words()
        + ", "
        + row.signature()
        + (single() ? "" : ", " + Upgrade.words(result.upgrade().to().get(candidate)));
  }

  /**
   * Metrics: lab, variant, metric, before, after, ratio, noise and change.
   *
   * @param all those within noise as well
   */
  public List<List<String>> metrics(boolean all) {
    List<List<String>> rows = new ArrayList<>();
    result
        .costs()
        .forEach(
            cost -> {
              for (int candidate = 0; candidate < cost.candidates().size(); candidate++) {
                String to = Upgrade.words(result.upgrade().to().get(candidate));
                cost.candidates()
                    .get(candidate)
                    .filter(shift -> all || shift.direction() != Direction.SAME)
                    .ifPresent(shift -> rows.add(metric(cost, shift, to)));
              }
            });
    return rows;
  }

  /** The heads of {@link #metrics}. */
  public static List<String> metricHead() {
    return List.of("lab", "variant", "metric", "to", "before", "after", "ratio", "noise", "change");
  }

  private static List<String> metric(Cost cost, Shift shift, String to) {
    boolean told = shift.direction() == Direction.WORSE || shift.direction() == Direction.BETTER;
    return List.of(
        cost.lab(),
        new Point(cost.variant(), cost.at()).words(),
        cost.metric() + Axes.suffix(cost.within()),
        to,
        estimate(cost.before(), cost.unit()),
        estimate(shift.after(), cost.unit()),
        (told
                ? shift
                    .ratio()
                    .map(
                        r ->
                            Numbers.show(r.median())
                                + "x ["
                                + Numbers.show(r.low())
                                + ", "
                                + Numbers.show(r.high())
                                + "]")
                    .orElse("no ratio")
                : "~")
            + " ("
            + Numbers.p(shift.p())
            + ")",
        shift.noise().map(n -> Numbers.show(n) + "x").orElse("-"),
        told || shift.direction() == Direction.SAME
            ? shift.direction() == Direction.WORSE ? "WORSE" : shift.direction().words()
            : "CANNOT TELL: " + shift.reason());
  }

  private static String estimate(Optional<Estimate> estimate, String unit) {
    return estimate.map(e -> Numbers.show(e, unit) + ", n = " + e.n()).orElse("-");
  }

  /** What the sides were made of: lab, what, before, after, and whether that was asked for. */
  public List<List<String>> differences() {
    return result.labs().stream()
        .flatMap(lab -> lab.differences().stream())
        .map(
            d ->
                List.of(
                    d.lab(),
                    d.what(),
                    d.before(),
                    d.after() + (single() ? "" : " (" + to(d) + ")"),
                    d.asked() ? "asked for" : "CHANGES AS WELL"))
        .distinct()
        .toList();
  }

  private String to(Difference difference) {
    return Upgrade.words(result.upgrade().to().get(difference.candidate()));
  }

  /** What was left out: reason to what, a line per lab and reason. */
  public List<String> leftOut() {
    Map<List<String>, List<String>> groups = new LinkedHashMap<>();
    for (LeftOut out : result.leftOut()) {
      groups
          .computeIfAbsent(List.of(out.lab(), out.reason()), key -> new ArrayList<>())
          .add(out.what());
    }
    result
        .rows()
        .forEach(
            row -> {
              for (int candidate = 0; candidate < row.candidates().size(); candidate++) {
                Held held = row.candidates().get(candidate);
                if (held.change() == Change.NOT_APPLICABLE) {
                  groups
                      .computeIfAbsent(
                          List.of(row.lab(), "not applicable: " + held.reason()),
                          key -> new ArrayList<>())
                      .add(where(row, candidate).substring(row.lab().length() + 1));
                }
              }
            });
    return groups.entrySet().stream()
        .map(
            group -> {
              String what =
                  group.getValue().stream()
                      .filter(w -> !w.isEmpty())
                      .collect(Collectors.joining("; "));
              return group.getKey().get(0)
                  + (what.isEmpty() ? "" : ", " + what)
                  + ": "
                  + group.getKey().get(1);
            })
        .toList();
  }
}
