package dev.faultlab.servicecheck;

import dev.faultlab.check.ConditionEntry;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.SideResult;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.point.Point;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import dev.faultlab.testcontainers.condition.Conditions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One condition of a check and its outcome.
 *
 * @param seen what was counted
 * @param change between the versions; empty if one version was checked
 * @param reason one sentence
 * @param bearing on the answer
 */
public record CheckRow(
    ConditionResult seen, Optional<Change> change, String reason, Bearing bearing) {

  /** The row of a condition: compares its versions, if there are two. */
  public static CheckRow of(ConditionResult condition) {
    SideResult first = condition.sides().get(0);
    ClientResult only = first.overall();
    if (condition.sides().size() == 1) {
      Bearing bearing =
          switch (only.state()) {
            case PRESENT -> Bearing.WORSE;
            case ABSENT -> Bearing.FINE;
            case NOT_EXERCISED, UNKNOWN -> Bearing.OPEN;
          };
      return new CheckRow(condition, Optional.empty(), reason(condition, only), bearing);
    }
    SideResult second = condition.sides().get(1);
    SignatureComparison result = compare(condition, first, second);
    String reason =
        result.change() == Change.CHANGED_REASON
            ? "was " + why(only) + ", is " + why(second.overall())
            : result.reason();
    return new CheckRow(condition, Optional.of(result.change()), reason, result.change().bearing());
  }

  /** Applies the file's entry: an optional condition, or an accepted harm. */
  public CheckRow apply(ConditionEntry entry) {
    if (bearing == Bearing.OPEN && !entry.required() && all().allMatch(CheckRow::isNotExercised)) {
      return new CheckRow(seen, change, reason, Bearing.LEFT_OUT);
    }
    boolean ran = seen.sides().stream().allMatch(side -> side.failure().isEmpty());
    return bearing == Bearing.WORSE && ran && entry.accepted().isPresent()
        ? new CheckRow(
            seen, change, reason + "; " + entry.accepted().get().words(), Bearing.ACCEPTED)
        : this;
  }

  private static boolean isNotExercised(ClientResult client) {
    return client.state() == State.NOT_EXERCISED;
  }

  /** Worse or better only if that holds of every trial beside every trial of the other version. */
  private static SignatureComparison compare(
      ConditionResult found, SideResult first, SideResult second) {
    List<Integer> before = first.harmLevels();
    List<Integer> after = second.harmLevels();
    int harmed = Course.FAILS_ONCE.ordinal();
    SignatureComparison worst =
        SignatureComparison.of(observed(found, first), observed(found, second), Optional.empty());
    if (before.isEmpty()
        || after.isEmpty()
        || Math.max(Collections.max(before), Collections.max(after)) < harmed) {
      return worst;
    }
    String words = words(first) + " -> " + words(second);
    if (Collections.max(before) < Collections.min(after)) {
      return new SignatureComparison(
          Collections.max(before) < harmed ? Change.APPEARED : Change.WORSE, words);
    }
    if (Collections.max(after) < Collections.min(before)) {
      return new SignatureComparison(
          Collections.max(after) < harmed ? Change.GONE : Change.BETTER, words);
    }
    return Set.copyOf(before).size() + Set.copyOf(after).size() == 2
        ? worst
        : new SignatureComparison(Change.CANNOT_TELL, "trials disagree: " + words);
  }

  private static String words(SideResult side) {
    return side.trials().stream()
        .map(TrialOutcome::service)
        .map(t -> t.brief() + " (" + t.text() + ")")
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private static ObservedSignature observed(ConditionResult condition, SideResult side) {
    ClientResult overall = side.overall();
    List<String> codes =
        side.trials().stream()
            .map(TrialOutcome::service)
            .map(
                t ->
                    t.state() == State.PRESENT
                        ? t.reason()
                        : t.course().map(Course::words).orElse(""))
            .distinct()
            .sorted()
            .toList();
    return new ObservedSignature(
        new Point(condition.condition(), Map.of()),
        Map.of(overall.state(), 1),
        codes,
        reason(condition, overall),
        side.bound(),
        side.failure());
  }

  private static String why(ClientResult found) {
    return found.course().map(c -> c.words() + " (" + found.reason() + ")").orElse(found.reason());
  }

  private static String reason(ConditionResult condition, ClientResult all) {
    return all.state() == State.NOT_EXERCISED ? all.text() + "; " + condition.hint() : all.text();
  }

  /** The last cell: the change, or the finding if one version was checked. */
  public String verdict() {
    State last = last().state();
    boolean notExercised =
        change.filter(Change.CANNOT_TELL::equals).isPresent()
            && all().anyMatch(CheckRow::isNotExercised)
            && all().noneMatch(t -> t.state() == State.UNKNOWN);
    String words = notExercised ? State.NOT_EXERCISED.words() : last.words();
    return bearing.words(notExercised ? words : change.map(Change::words).orElse(words));
  }

  /** The reason in a word if a fault is there. */
  public String why() {
    return last().state() == State.PRESENT ? last().reason() : "";
  }

  /** What to do about the fault, in one line; empty if none is there. */
  public Optional<String> fix() {
    Set<String> places = Set.of(seen.condition(), "start");
    String line = "Fix of %s: %s ./faultlab fixes %1$s, %s";
    return Conditions.fixes((at, code) -> code.equals(why()) && places.contains(at))
        .entrySet()
        .stream()
        .map(
            e ->
                line.formatted(
                    why(), e.getValue().split("(?<=[.]) ")[0], Conditions.page(e.getKey())))
        .findFirst();
  }

  private ClientResult last() {
    return seen.sides().get(seen.sides().size() - 1).overall();
  }

  /** How often the service met the condition, on the side that met it most. */
  public String exercised() {
    long max = all().mapToLong(ClientResult::exposed).max().orElse(0);
    return max > 0 ? Long.toString(max) : "-";
  }

  /** {@code 4/4}: canaries that did what they are known for in each trial. */
  public String canaries() {
    Map<String, Boolean> agree = new TreeMap<>();
    seen.sides().stream()
        .flatMap(side -> side.trials().stream())
        .flatMap(trial -> trial.canaries().stream())
        .forEach(canary -> agree.merge(canary.what(), canary.agrees(), Boolean::logicalAnd));
    return agree.isEmpty()
        ? "not run"
        : agree.values().stream().filter(ok -> ok).count() + "/" + agree.size();
  }

  private Stream<ClientResult> all() {
    return seen.sides().stream().map(SideResult::overall);
  }
}
