package dev.faultlab.servicecheck;

import dev.faultlab.check.AskedCondition;
import dev.faultlab.check.ConditionSeen;
import dev.faultlab.check.SideSeen;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.point.Point;
import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One condition of a check and what it comes to.
 *
 * @param seen what was counted
 * @param change between the versions; empty if one version was checked
 * @param reason one sentence
 * @param bearing on the answer
 */
public record CheckRow(
    ConditionSeen seen, Optional<Change> change, String reason, Bearing bearing) {

  /** Decides. */
  public static CheckRow of(ConditionSeen seen) {
    SideSeen first = seen.sides().get(0);
    ClientSeen only = first.together();
    if (seen.sides().size() == 1) {
      Bearing bearing =
          switch (only.state()) {
            case PRESENT -> Bearing.WORSE;
            case ABSENT -> Bearing.FINE;
            case NOT_EXERCISED, UNKNOWN -> Bearing.OPEN;
          };
      return new CheckRow(seen, Optional.empty(), reason(seen, only), bearing);
    }
    SideSeen second = seen.sides().get(1);
    SignatureComparison became = became(seen, first, second);
    String reason =
        became.change() == Change.CHANGED_REASON
            ? "was " + why(only) + ", is " + why(second.together())
            : became.reason();
    return new CheckRow(seen, Optional.of(became.change()), reason, became.change().bearing());
  }

  /** The same, by what the file says of the condition. */
  public CheckRow asked(AskedCondition asked) {
    if (bearing == Bearing.OPEN && !asked.required() && all().allMatch(CheckRow::unmet)) {
      return new CheckRow(seen, change, reason, Bearing.LEFT_OUT);
    }
    boolean ran = seen.sides().stream().allMatch(side -> side.failure().isEmpty());
    return bearing == Bearing.WORSE && ran && asked.accepted().isPresent()
        ? new CheckRow(
            seen, change, reason + "; " + asked.accepted().get().words(), Bearing.ACCEPTED)
        : this;
  }

  private static boolean unmet(ClientSeen one) {
    return one.state() == State.NOT_EXERCISED;
  }

  /** Worse or better only if that holds of every trial beside every trial of the other version. */
  private static SignatureComparison became(ConditionSeen seen, SideSeen first, SideSeen second) {
    List<Integer> before = first.harms();
    List<Integer> after = second.harms();
    int harmed = Course.FAILS_ONCE.ordinal();
    SignatureComparison worst =
        SignatureComparison.of(observed(seen, first), observed(seen, second), Optional.empty());
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

  private static String words(SideSeen side) {
    return side.trials().stream()
        .map(TrialSeen::service)
        .map(t -> t.brief() + " (" + t.text() + ")")
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private static ObservedSignature observed(ConditionSeen seen, SideSeen side) {
    ClientSeen all = side.together();
    List<String> codes =
        side.trials().stream()
            .map(TrialSeen::service)
            .map(
                t ->
                    t.state() == State.PRESENT
                        ? t.reason()
                        : t.course().map(Course::words).orElse(""))
            .distinct()
            .sorted()
            .toList();
    return new ObservedSignature(
        new Point(seen.condition(), Map.of()),
        Map.of(all.state(), 1),
        codes,
        reason(seen, all),
        side.bound(),
        side.failure());
  }

  private static String why(ClientSeen seen) {
    return seen.course().map(c -> c.words() + " (" + seen.reason() + ")").orElse(seen.reason());
  }

  private static String reason(ConditionSeen seen, ClientSeen all) {
    return all.state() == State.NOT_EXERCISED ? all.text() + "; " + seen.hint() : all.text();
  }

  /** The last cell: the change, or the finding if one version was checked. */
  public String verdict() {
    State last = last().state();
    boolean unmet =
        change.filter(Change.CANNOT_TELL::equals).isPresent()
            && all().anyMatch(CheckRow::unmet)
            && all().noneMatch(t -> t.state() == State.UNKNOWN);
    String words = unmet ? State.NOT_EXERCISED.words() : last.words();
    return bearing.words(unmet ? words : change.map(Change::words).orElse(words));
  }

  /** The reason in a word if a fault is there. */
  public String why() {
    return last().state() == State.PRESENT ? last().reason() : "";
  }

  private ClientSeen last() {
    return seen.sides().get(seen.sides().size() - 1).together();
  }

  /** How often the service met the condition, on the side that met it most. */
  public String exercised() {
    long most = all().mapToLong(ClientSeen::exposed).max().orElse(0);
    return most > 0 ? Long.toString(most) : "-";
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

  private Stream<ClientSeen> all() {
    return seen.sides().stream().map(SideSeen::together);
  }
}
