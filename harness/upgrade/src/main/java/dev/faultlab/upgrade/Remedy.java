package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.lab.NamedCure;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fixes for a fault at a candidate that need no other version.
 *
 * @param lab name
 * @param signature id
 * @param cures that a committed run has shown to help, never empty
 */
public record Remedy(String lab, String signature, List<NamedCure> cures) {

  /** One for each signature that appeared somewhere or is still there, and has cures. */
  static List<Remedy> of(
      Stream<SignatureRow> rows, BiFunction<String, String, List<NamedCure>> known) {
    return rows.filter(Remedy::faulty)
        .map(row -> List.of(row.lab(), row.signature()))
        .distinct()
        .map(pair -> new Remedy(pair.get(0), pair.get(1), known.apply(pair.get(0), pair.get(1))))
        .filter(remedy -> !remedy.cures().isEmpty())
        .toList();
  }

  private static boolean faulty(SignatureRow row) {
    return row.candidates().stream().map(CandidateChange::change).anyMatch(Remedy::faulty);
  }

  /** Whether the fault is there after the change. */
  public static boolean faulty(Change change) {
    return change == Change.APPEARED || change == Change.STILL_THERE;
  }

  /** Faults of one lab with the same fixes, in one line, and where to read on. */
  public static String line(List<Remedy> same) {
    Remedy first = same.get(0);
    String faults = same.stream().map(Remedy::signature).collect(Collectors.joining(", "));
    return faults + ": " + NamedCure.line(first.lab(), first.signature(), first.cures());
  }
}
