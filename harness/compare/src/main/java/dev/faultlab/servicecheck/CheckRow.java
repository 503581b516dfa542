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
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    SignatureComparison became =
        SignatureComparison.of(observed(seen, first), observed(seen, second), Optional.empty());
    String reason =
        became.change() == Change.CHANGED_REASON
            ? "was " + only.reason() + ", is " + second.together().reason()
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

  /** All trials as one; a fault may be absent for two reasons. */
  private static ObservedSignature observed(ConditionSeen seen, SideSeen side) {
    ClientSeen all = side.together();
    return new ObservedSignature(
        new Point(seen.condition(), Map.of()),
        Map.of(all.state(), 1),
        all.state() == State.PRESENT ? List.of(all.reason()) : List.of(),
        reason(seen, all),
        side.failure());
  }

  private static String reason(ConditionSeen seen, ClientSeen all) {
    return all.state() == State.NOT_EXERCISED ? all.text() + "; " + seen.hint() : all.text();
  }

  /** The last cell: the change, or the finding if one version was checked. */
  public String verdict() {
    State last = last().state();
    boolean unmet =
        change.filter(Change.CANNOT_TELL::equals).isPresent()
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
    return all()
        .max(Comparator.comparingLong(ClientSeen::exposed))
        .filter(t -> t.exposed() > 0)
        .map(t -> Long.toString(t.exposed()))
        .orElse("-");
  }

  /** {@code bad+ good+}: each canary did what it is known for in each trial; {@code ?}: unknown. */
  public String canaries() {
    List<TrialSeen> trials = seen.sides().stream().flatMap(s -> s.trials().stream()).toList();
    if (trials.isEmpty()) {
      return "-";
    }
    return "bad"
        + sign(trials.stream().map(t -> t.bad().state()).toList(), State.PRESENT)
        + " good"
        + sign(trials.stream().map(t -> t.good().state()).toList(), State.ABSENT);
  }

  private static String sign(List<State> found, State known) {
    if (found.stream().allMatch(known::equals)) {
      return "+";
    }
    return found.stream().allMatch(f -> f == known || f == State.UNKNOWN) ? "?" : "-";
  }

  private Stream<ClientSeen> all() {
    return seen.sides().stream().map(SideSeen::together);
  }
}
