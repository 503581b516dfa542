package dev.faultlab.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.effect.Bound;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.seen.State;
import dev.faultlab.signature.Signatures;
import dev.faultlab.verdict.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The observations of a signature at one point, in all its trials.
 *
 * @param point where
 * @param counts trials per state
 * @param codes of the reasons, sorted, without repetition: of the trials that show the fault; if
 *     none does, of those without it
 * @param reason one sentence: of a trial that shows the fault if there is one, else of an
 *     inconclusive one, else of the first
 * @param bound what an absence in all trials excludes; empty if there is none
 * @param failure why the stack did not start, with the end of its log; empty if it did
 */
public record ObservedSignature(
    Point point,
    Map<State, Integer> counts,
    List<String> codes,
    String reason,
    Optional<Bound> bound,
    Optional<String> failure) {
  private static final Signatures KINDS = new Signatures();

  /** Results from before it was stored have it by their counts. */
  public ObservedSignature {
    if (bound.isEmpty() && counts.keySet().equals(Set.of(State.ABSENT))) {
      bound = Optional.of(Bound.absent(counts.get(State.ABSENT), Optional.empty()));
    }
  }

  /** A signature at a point of a run. */
  public static ObservedSignature of(RunResult run, Point point, String signature) {
    return of(
        point,
        run.outcome(point, signature).map(Outcome::observations).orElse(List.of()),
        run.stackOf(point).flatMap(StackResult::failure));
  }

  /** From the observations of trials. */
  public static ObservedSignature of(
      Point point, List<Observation> seen, Optional<String> failure) {
    Map<State, Integer> counts = new EnumMap<>(State.class);
    seen.forEach(o -> counts.merge(o.state(), 1, Integer::sum));
    boolean shown = counts.containsKey(State.PRESENT);
    return new ObservedSignature(
        point,
        counts,
        seen.stream()
            .filter(o -> o.state() == (shown ? State.PRESENT : State.ABSENT))
            .map(Observation::code)
            .distinct()
            .sorted()
            .toList(),
        first(seen, State.PRESENT)
            .or(() -> first(seen, State.UNKNOWN))
            .or(() -> seen.stream().findFirst())
            .map(Observation::reason)
            .orElse("nothing was observed there"),
        KINDS.bound(seen),
        failure);
  }

  private static Optional<Observation> first(List<Observation> seen, State state) {
    return seen.stream().filter(o -> o.state() == state).findFirst();
  }

  /**
   * Why an absence proves nothing in a run without the fault at any point, with the point that
   * should have shown it.
   *
   * @param asked points in question
   */
  public static String unseen(RunResult run, String signature, List<Point> asked) {
    return "no point of this run shows the fault, so it may have been invisible here"
        + run.outcomes().stream()
            .filter(o -> o.signature().equals(signature) && !asked.contains(o.point()))
            .filter(o -> o.expectation().presence() == Presence.PRESENT)
            .findFirst()
            .map(o -> "; its control " + o.point().words() + " was to show it: " + o.reason())
            .orElse("");
  }

  /** The fault was seen at least once; an intermittent fault is a fault. */
  @JsonIgnore
  public boolean shows() {
    return count(State.PRESENT) > 0;
  }

  /** No trial shows it, and each of them could have. */
  @JsonIgnore
  public boolean isAbsent() {
    return trials() > 0 && count(State.ABSENT) == trials();
  }

  /** Every trial shows it. */
  @JsonIgnore
  public boolean isAlwaysPresent() {
    return trials() > 0 && count(State.PRESENT) == trials();
  }

  @JsonIgnore
  public int trials() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** {@code present 2/2 (every-use)}. */
  public String words() {
    if (failure.isPresent()) {
      return "does not start";
    }
    if (trials() == 0) {
      return "not observed";
    }
    return counts.entrySet().stream()
            .map(c -> c.getKey().words() + " " + c.getValue() + "/" + trials())
            .collect(Collectors.joining(", "))
        + (codes.isEmpty() ? "" : " (" + String.join(", ", codes) + ")");
  }

  /** How likely an absence beside this side would be if nothing had changed; else empty. */
  public String chance(ObservedSignature absent) {
    int none = absent.trials();
    int shown = count(State.PRESENT);
    String text =
        "; if nothing had changed, %1$s of runs would be absent %2$d/%2$d beside present %3$d/%4$d";
    return shows() && absent.isAbsent()
        ? text.formatted(Bound.percent(Bound.chance(none, shown, trials())), none, shown, trials())
        : "";
  }

  private int count(State state) {
    return counts.getOrDefault(state, 0);
  }
}
