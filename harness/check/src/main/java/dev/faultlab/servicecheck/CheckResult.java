package dev.faultlab.servicecheck;

import dev.faultlab.check.CalledService;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.seen.TrialOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

  /**
   * Decides the answer of a check.
   *
   * @param id of the folder
   * @param notes what was changed in the compose project for the check
   */
  public static CheckResult of(
      String id, CheckFile check, List<ConditionResult> results, List<String> notes) {
    return new CheckResult(
        id,
        check.service(),
        check.calls().stream().map(CalledService::toString).toList(),
        check.brief(),
        check.sides(),
        results.stream()
            .map(each -> CheckRow.of(each).apply(check.conditions().get(each.condition())))
            .toList(),
        notes);
  }

  /** Of a check that was not carried out: every row is inconclusive. */
  public static CheckResult notCarriedOut(CheckFile check, String reason) {
    TrialOutcome none = TrialOutcome.inconclusive("not-carried-out", reason);
    List<SideResult> sides =
        check.sides().stream()
            .map(side -> new SideResult(side, List.of(none), Optional.empty()))
            .toList();
    return of(
        "",
        check,
        check.conditions().keySet().stream()
            .map(name -> new ConditionResult(name, "", "", "", sides))
            .toList(),
        List.of());
  }

  /** Worse outweighs inconclusive, which it also is if the service met no condition. */
  public Answer answer() {
    return Answer.of(
        rows.stream().anyMatch(r -> r.bearing() == Bearing.WORSE),
        rows.stream().anyMatch(this::isOpen));
  }

  private boolean isOpen(CheckRow row) {
    return row.bearing() == Bearing.OPEN
        || rows.stream().allMatch(r -> r.bearing() == Bearing.LEFT_OUT);
  }

  /** {@code GATEWAY_IMAGE mine:1.22 -> mine:1.30}: the versions, without what both have. */
  public String versions() {
    Side from = sides.get(0);
    return sides.size() == 1
        ? from.words()
        : from.wordsApartFrom(sides.get(1)) + " -> " + sides.get(1).wordsApartFrom(from);
  }

  /** The answer of two versions in a sentence. */
  public String sentence() {
    Predicate<CheckRow> decides =
        switch (answer()) {
          case NOTHING_WORSE -> row -> true;
          case WORSE -> row -> row.bearing() == Bearing.WORSE;
          case CANNOT_TELL -> this::isOpen;
        };
    return "%s service %s (%s): %s."
        .formatted(
            switch (answer()) {
              case NOTHING_WORSE -> "Nothing got worse in";
              case WORSE -> "Worse in";
              case CANNOT_TELL -> "Inconclusive for";
            },
            service,
            versions(),
            rows.stream()
                .filter(decides)
                .map(r -> r.seen().condition() + " " + r.verdict().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ")));
  }
}
