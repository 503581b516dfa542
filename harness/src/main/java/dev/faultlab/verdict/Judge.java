package dev.faultlab.verdict;

import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.plan.Cell;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares outcomes with expectations; pure. */
public final class Judge {

  /** One signature in one cell. Trials must agree: a signature is deterministic. */
  public CellOutcome cell(
      Cell cell, String signature, Expectation expectation, List<Observation> observations) {
    Map<State, Integer> counts = new EnumMap<>(State.class);
    observations.forEach(o -> counts.merge(o.state(), 1, Integer::sum));
    State wanted = expectation.presence() == Presence.PRESENT ? State.PRESENT : State.ABSENT;
    Judgement judgement;
    String reason;
    Observation against = find(observations, o -> contradicts(o, wanted, expectation));
    Observation open = find(observations, o -> o.state() == State.UNKNOWN);
    if (against != null) {
      judgement = Judgement.CONTRADICTED;
      reason = "expected " + expectation + ", found " + shown(against);
    } else if (open != null) {
      judgement = Judgement.INCONCLUSIVE;
      reason = open.reason();
    } else if (observations.isEmpty()) {
      judgement = Judgement.INCONCLUSIVE;
      reason = "no trial was carried out";
    } else {
      judgement = Judgement.AS_EXPECTED;
      reason = observations.get(0).reason();
    }
    State state = counts.size() == 1 ? counts.keySet().iterator().next() : State.UNKNOWN;
    return new CellOutcome(
        cell.id(),
        cell.variant().id(),
        cell.variant().title(),
        cell.point(),
        signature,
        expectation,
        state,
        counts,
        judgement,
        reason,
        List.copyOf(observations));
  }

  /**
   * The whole run.
   *
   * @param outcomes of every cell with an expectation
   * @param obstacles what makes the run as a whole undecidable: a delay out of tolerance, a
   *     component that did not come up
   */
  public Verdict run(List<CellOutcome> outcomes, List<String> obstacles) {
    List<String> contradictions = new ArrayList<>();
    List<String> open = new ArrayList<>(obstacles);
    for (CellOutcome outcome : outcomes) {
      String line = outcome.cell() + ", " + outcome.signature() + ": " + outcome.reason();
      if (outcome.judgement() == Judgement.CONTRADICTED) {
        contradictions.add(line);
      } else if (outcome.judgement() == Judgement.INCONCLUSIVE) {
        open.add(line);
      }
    }
    open.addAll(missingSides(outcomes));
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
   * A verdict needs both sides at every point of the matrix: a fault seen without a control may be
   * a detector that always fires, a healthy control alone a detector that never does.
   */
  private static List<String> missingSides(List<CellOutcome> outcomes) {
    List<String> missing = new ArrayList<>();
    if (outcomes.isEmpty()) {
      missing.add("no chosen variant carries an expectation, so there is nothing to judge");
    }
    Set<String> told = new LinkedHashSet<>();
    for (CellOutcome outcome : outcomes) {
      Presence side = outcome.expectation().presence();
      boolean both =
          outcomes.stream()
              .anyMatch(o -> o.expectation().presence() != side && comparable(o, outcome));
      String line =
          outcome.signature()
              + at(outcome.point())
              + ": only variants that expect "
              + side.name().toLowerCase()
              + " were run; a verdict needs the other side too";
      if (!both && told.add(line)) {
        missing.add(line);
      }
    }
    return missing;
  }

  /** Same signature, and equal on every axis that both have. */
  private static boolean comparable(CellOutcome a, CellOutcome b) {
    return a.signature().equals(b.signature())
        && a.point().entrySet().stream()
            .allMatch(e -> e.getValue().equals(b.point().getOrDefault(e.getKey(), e.getValue())));
  }

  private static String at(Map<String, String> point) {
    StringBuilder text = new StringBuilder();
    point.forEach((axis, value) -> text.append(" at ").append(axis).append('=').append(value));
    return text.toString();
  }

  private static boolean contradicts(Observation seen, State wanted, Expectation expectation) {
    if (seen.state() == State.UNKNOWN) {
      return false;
    }
    return seen.state() != wanted
        || expectation.because().map(code -> !code.equals(seen.code())).orElse(false);
  }

  private static String shown(Observation seen) {
    return seen.state().name().toLowerCase() + " (" + seen.code() + "): " + seen.reason();
  }

  private static Observation find(
      List<Observation> observations, java.util.function.Predicate<Observation> test) {
    return observations.stream().filter(test).findFirst().orElse(null);
  }
}
