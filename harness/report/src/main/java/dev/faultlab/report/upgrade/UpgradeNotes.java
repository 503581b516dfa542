package dev.faultlab.report.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.lab.NamedCure;
import dev.faultlab.point.Point;
import dev.faultlab.upgrade.Acceptance;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.Difference;
import dev.faultlab.upgrade.LeftOut;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is below an upgrade's tables: reasons, what was accepted, left out, and differs. */
final class UpgradeNotes {
  private static final int NAMED = 3;

  private final UpgradeResult result;

  UpgradeNotes(UpgradeResult result) {
    this.result = result;
  }

  private boolean single() {
    return result.upgrade().to().size() == 1;
  }

  /** One line per reason: where it holds, the first three by name, and the reason. */
  List<String> explained() {
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
   * Why something got worse, changed its reason or is inconclusive: reason to where. A lab without
   * a result has one for all its rows.
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
                CandidateChange held = row.candidates().get(candidate);
                if (held.bearing() == Bearing.WORSE
                    || held.bearing() == Bearing.OPEN
                    || held.change() == Change.CHANGED_REASON) {
                  String became = held.change().words(held.bearing());
                  add(reasons, held.reason(), where(row, candidate) + " " + became);
                }
              }
            });
    return reasons;
  }

  /** What the team has accepted: what got worse, why that may be, and what was not met at all. */
  List<String> accepted() {
    Map<Acceptance, List<String>> met = new LinkedHashMap<>();
    result
        .rows()
        .forEach(
            row -> {
              for (int candidate = 0; candidate < row.candidates().size(); candidate++) {
                String where = where(row, candidate) + " " + held(row, candidate).change().words();
                held(row, candidate).accepted().ifPresent(a -> note(met, a, where));
              }
            });
    result
        .costs()
        .forEach(
            cost ->
                cost.candidates().stream()
                    .flatMap(Optional::stream)
                    .forEach(shift -> shift.accepted().ifPresent(a -> note(met, a, a.what()))));
    List<String> lines = new ArrayList<>();
    met.forEach((a, where) -> lines.add(String.join("; ", where) + ": " + a.words()));
    result.upgrade().accepted().stream()
        .filter(a -> !met.containsKey(a))
        .filter(a -> result.labs().stream().anyMatch(lab -> lab.lab().equals(a.where().lab())))
        .forEach(a -> lines.add("not met: " + a.what() + ": " + a.words()));
    return lines;
  }

  /** What helps against the faults that are there at a candidate, without another version. */
  List<String> cures() {
    return result.remedies().stream()
        .map(
            remedy ->
                remedy.lab()
                    + ", "
                    + remedy.signature()
                    + ": "
                    + remedy.cures().stream().map(NamedCure::id).collect(Collectors.joining(", "))
                    + "; ./faultlab fixes "
                    + remedy.signature()
                    + " says how")
        .toList();
  }

  private static CandidateChange held(SignatureRow row, int candidate) {
    return row.candidates().get(candidate);
  }

  private static void note(Map<Acceptance, List<String>> met, Acceptance by, String where) {
    met.computeIfAbsent(by, a -> new ArrayList<>()).add(where);
  }

  private static void add(Map<String, List<String>> reasons, String reason, String where) {
    reasons.computeIfAbsent(reason, r -> new ArrayList<>()).add(where);
  }

  private String where(SignatureRow row, int candidate) {
    return row.lab()
        + " "
        + new Point(row.variant(), row.at()).words()
        + ", "
        + row.signature()
        + (single() ? "" : ", " + Upgrade.words(result.upgrade().to().get(candidate)));
  }

  /** What the sides were made of: lab, what, before, after, and whether that was asked for. */
  List<List<String>> differences() {
    return result.labs().stream()
        .flatMap(lab -> lab.sides().differences().stream())
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

  /** Facts that are others at a candidate: lab, where, fact, before, after. */
  List<List<String>> facts() {
    return result.labs().stream()
        .flatMap(
            lab ->
                lab.sides().facts().stream()
                    .map(
                        f ->
                            List.of(
                                lab.lab(),
                                f.place().words(),
                                f.signature() + ": " + f.title(),
                                f.before(),
                                f.after()
                                    + (single()
                                        ? ""
                                        : " ("
                                            + Upgrade.words(
                                                result.upgrade().to().get(f.candidate()))
                                            + ")"))))
        .toList();
  }

  /** The heads of {@link #facts}. */
  static List<String> factHead() {
    return List.of("lab", "variant", "changed fact", "before", "after");
  }

  private String to(Difference difference) {
    return Upgrade.words(result.upgrade().to().get(difference.candidate()));
  }

  /** What was left out: reason to what, a line per lab and reason. */
  List<String> leftOut() {
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
                CandidateChange held = row.candidates().get(candidate);
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
