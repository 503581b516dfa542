package dev.faultlab.diff;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.FigureChange;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The comparison in one line, for lists. */
public final class DiffLine {
  /** The limit per kind; the full comparison has all. */
  private static final int MOST = 3;

  /** Rows without a change, or inconclusive ones. */
  private static final Set<Change> NOTHING =
      Set.of(Change.SAME, Change.STILL_THERE, Change.STILL_ABSENT);

  private DiffLine() {}

  /** Example: {@code nothing changed in 57 outcomes and 203 figures}; otherwise the changes. */
  public static String of(RunDiff diff) {
    List<String> parts = new ArrayList<>();
    add(parts, "not comparable", diff.context().reservations());
    add(
        parts,
        "outcomes",
        diff.signatures().stream()
            .filter(s -> !NOTHING.contains(s.change()))
            .map(RunDiff.SignatureChange::line)
            .toList());
    add(
        parts,
        "figures",
        diff.metrics().stream()
            .filter(m -> m.change() != Change.CANNOT_TELL && !NOTHING.contains(m.change()))
            .map(RunDiff.MetricChange::line)
            .toList());
    add(
        parts,
        "facts",
        diff.facts().stream()
            .filter(FigureChange::changed)
            .map(f -> f.point() + ", " + f.figure() + ": " + f.before() + ", now " + f.after())
            .toList());
    parts.addAll(
        diff.context().notes().stream().filter(note -> note.startsWith("only in ")).toList());
    if (!parts.isEmpty()) {
      return Escape.line(String.join("; ", parts));
    }
    return "nothing changed in %s outcomes and %s figures"
        .formatted(diff.signatures().size(), diff.metrics().size() + diff.facts().size());
  }

  private static void add(List<String> parts, String what, List<String> changes) {
    if (!changes.isEmpty()) {
      String first = String.join(" | ", changes.stream().limit(MOST).toList());
      String more = changes.size() > MOST ? " | ..." : "";
      parts.add("%s (%s): %s%s".formatted(what, changes.size(), first, more));
    }
  }
}
