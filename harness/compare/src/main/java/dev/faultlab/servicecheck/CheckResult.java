package dev.faultlab.servicecheck;

import dev.faultlab.check.ConditionSeen;
import dev.faultlab.check.Side;
import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.RecordFile;
import dev.faultlab.files.Json;
import java.util.List;

/**
 * The answer of a check.
 *
 * @param id of its folder
 * @param service that was checked
 * @param calls whom it calls, as in faultlab.yaml
 * @param ask the request, without headers and body
 * @param sides the versions, one or two
 * @param rows a condition each
 * @param notes what was changed in the compose project for the check
 */
public record CheckResult(
    String id,
    String service,
    List<String> calls,
    String ask,
    List<Side> sides,
    List<CheckRow> rows,
    List<String> notes) {

  /** Name of the file that holds it. */
  public static final String FILE = "check.json";

  public CheckResult {
    calls = List.copyOf(calls);
    sides = List.copyOf(sides);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** Decides each row. */
  public static List<CheckRow> rows(List<ConditionSeen> seen) {
    return seen.stream().map(CheckRow::of).toList();
  }

  /** Worse outweighs inconclusive. */
  public Answer answer() {
    return Answer.of(
        rows.stream().anyMatch(r -> r.bearing() == Change.Bearing.WORSE),
        rows.stream().anyMatch(r -> r.bearing() == Change.Bearing.OPEN));
  }

  /** As JSON. */
  public String text() {
    return RecordFile.text(Json.FULLY_INDENTED, this);
  }
}
