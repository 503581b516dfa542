package dev.faultlab.verdict;

import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.plan.MissingControls;
import dev.faultlab.plan.PointExpectation;
import dev.faultlab.point.Point;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Makes outcomes of observations and expectations, and a verdict of outcomes; pure. */
public final class Judge {
  private Judge() {}

  /**
   * One signature at one point. Trials must agree: a signature is deterministic.
   *
   * @param dependsOn axes on which the variant's expectation depends
   */
  public static Outcome outcome(
      Point point,
      String signature,
      Expectation expectation,
      Set<String> dependsOn,
      List<Observation> observations) {
    Map<State, Integer> counts = new EnumMap<>(State.class);
    observations.forEach(o -> counts.merge(o.state(), 1, Integer::sum));
    Judgement judgement;
    String reason;
    Optional<Observation> against =
        observations.stream().filter(o -> contradicts(o, expectation)).findFirst();
    Optional<Observation> open = observations.stream().filter(Judge::isOpen).findFirst();
    if (against.isPresent()) {
      judgement = Judgement.CONTRADICTED;
      reason = "expected " + expectation + ", found " + shown(against.get());
    } else if (open.isPresent()) {
      judgement = Judgement.INCONCLUSIVE;
      reason = open.get().reason();
    } else if (observations.isEmpty()) {
      judgement = Judgement.INCONCLUSIVE;
      reason = "no trial was carried out";
    } else {
      judgement = Judgement.AS_EXPECTED;
      reason = observations.get(0).reason();
    }
    State state = counts.size() == 1 ? counts.keySet().iterator().next() : State.UNKNOWN;
    List<Observation> all = List.copyOf(observations);
    return new Outcome(
        point, signature, expectation, dependsOn, state, counts, judgement, reason, all);
  }

  /**
   * The whole run. What makes it inconclusive as a whole comes first: a contradiction under a delay
   * out of tolerance proves nothing. Without such an obstacle a contradiction decides, even if
   * other points are inconclusive.
   *
   * @param outcomes of every point with an expectation
   * @param names of points
   */
  public static Verdict run(
      List<Outcome> outcomes, List<Obstacle> obstacles, Function<Point, String> names) {
    List<String> contradictions = new ArrayList<>();
    List<String> open = new ArrayList<>(obstacles.stream().map(Obstacle::message).toList());
    for (Outcome each : outcomes) {
      String line = names.apply(each.point()) + ", " + each.signature() + ": " + each.reason();
      if (each.judgement() == Judgement.CONTRADICTED) {
        contradictions.add(line);
      } else if (each.judgement() == Judgement.INCONCLUSIVE) {
        open.add(line);
      }
    }
    open.addAll(missingSides(outcomes, outcomes, names));
    if (!contradictions.isEmpty() && obstacles.isEmpty()) {
      contradictions.addAll(open);
      return new Verdict(Judgement.CONTRADICTED, contradictions);
    }
    if (!open.isEmpty()) {
      open.addAll(contradictions);
      return new Verdict(Judgement.INCONCLUSIVE, open);
    }
    return new Verdict(
        Judgement.AS_EXPECTED,
        List.of("every variant showed what was expected of it, in every trial, on both sides"));
  }

  /**
   * What some outcomes of a run lack before they count.
   *
   * @param outcomes outcomes of the run, among which a counterpart may be
   * @param names of points
   */
  public static List<String> missingSides(
      List<Outcome> some, List<Outcome> outcomes, Function<Point, String> names) {
    if (outcomes.isEmpty()) {
      return List.of("no chosen variant has an expectation, so there is nothing to judge");
    }
    return MissingControls.sentences(sides(some), sides(outcomes), names);
  }

  private static List<PointExpectation> sides(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::side).toList();
  }

  /** Whether a trial contradicts the expectation; an inconclusive one does not. */
  public static boolean contradicts(Observation seen, Expectation expectation) {
    if (isOpen(seen)) {
      return false;
    }
    State expected = expectation.presence() == Presence.PRESENT ? State.PRESENT : State.ABSENT;
    return seen.state() != expected
        || expectation.because().map(code -> !code.equals(seen.code())).orElse(false);
  }

  private static boolean isOpen(Observation seen) {
    return seen.state() != State.PRESENT && seen.state() != State.ABSENT;
  }

  private static String shown(Observation seen) {
    String state = seen.state().name().toLowerCase(Locale.ROOT);
    return "%s (%s): %s".formatted(state, seen.code(), seen.reason());
  }
}
