package dev.faultlab.upgrade;

import dev.faultlab.lab.Cure;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * What helps against a fault that is there at a candidate, without another version.
 *
 * @param lab name
 * @param signature id
 * @param cures those that a committed run has shown to help, never none
 */
public record Remedy(String lab, String signature, List<Named> cures) {

  /**
   * A cure by name; {@code ./faultlab cures} says how it is applied.
   *
   * @param restart what has to be restarted for it
   */
  public record Named(String id, String title, String restart) {}

  /** One for each signature that appeared somewhere, or is still there, and has cures. */
  static List<Remedy> of(Stream<Row> rows, BiFunction<String, String, List<Cure>> known) {
    return rows.filter(Remedy::faulty)
        .map(row -> List.of(row.lab(), row.signature()))
        .distinct()
        .map(
            fault ->
                new Remedy(
                    fault.get(0),
                    fault.get(1),
                    known.apply(fault.get(0), fault.get(1)).stream()
                        .map(cure -> new Named(cure.id(), cure.title(), cure.restart()))
                        .toList()))
        .filter(remedy -> !remedy.cures().isEmpty())
        .toList();
  }

  private static boolean faulty(Row row) {
    return row.candidates().stream()
        .map(Held::change)
        .anyMatch(change -> change == Change.APPEARED || change == Change.STILL_THERE);
  }
}
