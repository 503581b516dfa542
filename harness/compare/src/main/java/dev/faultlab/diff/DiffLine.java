package dev.faultlab.diff;

import dev.faultlab.diff.RunDiff.Change;
import dev.faultlab.diff.RunDiff.FigureChange;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The comparison in one line, for many of them below each other. */
public final class DiffLine {
  /** Of each kind; a reader who wants all asks for the whole comparison. */
  private static final int MOST = 3;

  /** What is no change, or too little to tell one. */
  private static final Set<Change> NOTHING = Set.of(Change.SAME, Change.UNKNOWN);

  private DiffLine() {}

  /** {@code nothing changed in 57 outcomes and 203 figures}, or what did. */
  public static String of(RunDiff diff) {
    List<String> parts = new ArrayList<>();
    add(parts, "not comparable", diff.reservations());
    add(
        parts,
        "outcomes",
        diff.signatures().stream()
            .filter(s -> s.change() != Change.SAME)
            .map(DiffWords::signature)
            .toList());
    add(
        parts,
        "figures",
        diff.metrics().stream()
            .filter(m -> !NOTHING.contains(m.change()))
            .map(DiffWords::metric)
            .toList());
    add(
        parts,
        "facts",
        diff.facts().stream()
            .filter(FigureChange::changed)
            .map(f -> f.point() + ", " + f.figure() + ": " + f.before() + ", now " + f.after())
            .toList());
    parts.addAll(diff.notes().stream().filter(note -> note.startsWith("only in ")).toList());
    if (!parts.isEmpty()) {
      return Escape.line(String.join("; ", parts));
    }
    return "nothing changed in "
        + diff.signatures().size()
        + " outcomes and "
        + (diff.metrics().size() + diff.facts().size())
        + " figures";
  }

  private static void add(List<String> parts, String what, List<String> changes) {
    if (!changes.isEmpty()) {
      parts.add(
          what
              + " ("
              + changes.size()
              + "): "
              + String.join(" | ", changes.stream().limit(MOST).toList())
              + (changes.size() > MOST ? " | ..." : ""));
    }
  }
}
