package dev.faultlab.upgrade.page;

import static dev.faultlab.result.StackResult.version;

import dev.faultlab.effect.Bound;
import dev.faultlab.lab.Lab;
import dev.faultlab.point.Value;
import dev.faultlab.report.ComparedRows.Group;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.upgrade.Acceptance;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.Difference;
import dev.faultlab.upgrade.FactChange;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.Remedy;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The part below an upgrade's tables: reasons, acceptances, omissions, and differences. */
record UpgradeNotes(UpgradeResult result) {
  private static final int LIMIT = 3;

  /** The change of a signature at a candidate. */
  private record RowChange(SignatureRow row, int candidate) {
    CandidateChange change() {
      return row.candidates().get(candidate);
    }
  }

  private List<RowChange> changes() {
    List<RowChange> changes = new ArrayList<>();
    for (SignatureRow row : result.rows().toList()) {
      IntStream.range(0, row.candidates().size()).forEach(i -> changes.add(new RowChange(row, i)));
    }
    return changes;
  }

  /** The candidate's versions; empty if there is only one candidate. */
  private String to(int candidate) {
    List<Map<String, Value>> to = result.upgrade().to();
    return to.size() == 1 ? "" : " (" + Upgrade.words(to.get(candidate)) + ")";
  }

  /** Why rows of this group are what they are, a line per reason: the first three by name. */
  List<String> reasons(Group group) {
    Map<String, List<String>> reasons = new LinkedHashMap<>();
    if (group == Group.OPEN) {
      result.labs().forEach(lab -> lab.failure().ifPresent(why -> add(reasons, why, lab.lab())));
    }
    for (RowChange rowChange : changes()) {
      CandidateChange change = rowChange.change();
      if (Group.of(change.change(), change.bearing()) == group) {
        String line = change.bearing().words(change.change().words());
        add(reasons, change.reason(), location(rowChange) + " " + line);
      }
    }
    List<String> lines = new ArrayList<>();
    reasons.forEach(
        (why, where) -> {
          String named = where.stream().limit(LIMIT).collect(Collectors.joining("; "));
          String more = where.size() > LIMIT ? "; and " + (where.size() - LIMIT) + " more" : "";
          lines.add(named + more + ": " + why);
        });
    return lines;
  }

  /** What the absences exclude, in labs that do not declare them deterministic. */
  List<String> excluded() {
    Stream<Bound> bounds =
        result.labs().stream()
            .filter(lab -> !lab.provenance().containsKey(Lab.DETERMINISTIC))
            .flatMap(
                lab -> IntStream.range(0, result.candidates().size()).boxed().flatMap(lab::bounds));
    return Bound.note(bounds, "%1$d/%1$d", "trials");
  }

  /** The team's acceptances: what got worse, the reason, and those that matched nothing. */
  List<String> accepted() {
    Map<Acceptance, List<String>> byAcceptance = new LinkedHashMap<>();
    for (RowChange rowChange : changes()) {
      String line = location(rowChange) + " " + rowChange.change().change().words();
      rowChange.change().accepted().ifPresent(a -> add(byAcceptance, a, line));
    }
    result
        .costs()
        .flatMap(cost -> cost.candidates().stream().flatMap(Optional::stream))
        .flatMap(shift -> shift.accepted().stream())
        .forEach(a -> add(byAcceptance, a, a.what()));
    List<String> lines = new ArrayList<>();
    byAcceptance.forEach((a, where) -> lines.add(String.join("; ", where) + ": " + a.words()));
    for (Acceptance a : result.upgrade().accepted()) {
      boolean anyAsked = result.labs().stream().anyMatch(lab -> lab.lab().equals(a.lab()));
      if (anyAsked && !byAcceptance.containsKey(a)) {
        lines.add("not met: " + a.what() + ": " + a.words());
      }
    }
    return lines;
  }

  /** A line for the faults at a candidate that have the same fixes. */
  List<String> cures() {
    return result.remedies().stream()
        .collect(
            Collectors.groupingBy(
                r -> List.of(r.lab(), r.cures()), LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(Remedy::line)
        .toList();
  }

  /** The one for this fault; empty if it is none, or has none. */
  String cure(SignatureRow row, CandidateChange change) {
    return result.remedies().stream()
        .filter(r -> r.lab().equals(row.lab()) && r.signature().equals(row.signature()))
        .filter(r -> Remedy.faulty(change.change()))
        .map(r -> "; fix of " + Remedy.line(List.of(r)))
        .collect(Collectors.joining());
  }

  private static <K> void add(Map<K, List<String>> lists, K key, String item) {
    lists.computeIfAbsent(key, k -> new ArrayList<>()).add(item);
  }

  private String location(RowChange rowChange) {
    SignatureRow row = rowChange.row();
    return row.place().words() + ", " + row.signature() + to(rowChange.candidate());
  }

  /** The exact versions that ran: {@code jdk 17.0.21.1 to 21.0.10}. */
  Optional<String> exact() {
    return result.labs().stream()
        .flatMap(lab -> lab.differences().stream())
        .filter(d -> result.upgrade().from().containsKey(d.what()))
        .map(d -> "%s %s to %s".formatted(d.what(), version(d.before()), version(d.after())))
        .distinct()
        .reduce((all, one) -> all + ", " + one);
  }

  /** The parts of the sides: lab, what, before, after, and whether it was to change. */
  List<List<Text>> differences(boolean asked) {
    Set<List<Text>> rows = new LinkedHashSet<>();
    for (LabComparison lab : result.labs()) {
      for (Difference d : lab.differences()) {
        String after = d.after() + to(d.candidate());
        if (d.asked() == asked) {
          String word = asked ? "is the change" : "CHANGES AS WELL";
          rows.add(Block.row(d.lab(), d.what(), d.before(), after, word));
        }
      }
    }
    return List.copyOf(rows);
  }

  /** Facts that differ at a candidate. */
  List<String> facts() {
    List<String> lines = new ArrayList<>();
    for (LabComparison lab : result.labs()) {
      for (FactChange f : lab.facts()) {
        String what = "%s, %s: %s: ".formatted(lab.lab(), f.place().words(), f.title());
        lines.add(what + f.after() + to(f.candidate()) + " instead of " + f.before());
      }
    }
    return lines;
  }

  /** What was left out: a line per lab and reason. */
  List<String> leftOut() {
    Map<List<String>, List<String>> groups = new LinkedHashMap<>();
    result.leftOut().forEach(out -> add(groups, List.of(out.lab(), out.reason()), out.what()));
    List<String> lines = new ArrayList<>();
    groups.forEach(
        (about, what) -> {
          what.removeIf(String::isEmpty);
          String named = what.isEmpty() ? "" : ", " + String.join("; ", what);
          lines.add(about.get(0) + named + ": " + about.get(1));
        });
    return lines;
  }
}
