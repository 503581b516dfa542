package dev.faultlab.challenge;

import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Obstacle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Grades a challenge from the result of a {@link RepairPlan}.
 *
 * @param folder of the run, with its evidence
 */
public record RepairGrader(RepairPlan exam, RunResult result, Path folder) {
  /** The grade of one of the run's challenges. */
  public RepairGrade mark(Challenge challenge, ChallengeText text) {
    List<RepairFinding> findings = new ArrayList<>();
    result.obstacles().stream()
        .filter(obstacle -> concerns(challenge, obstacle))
        .map(Obstacle::message)
        .map(why -> RepairFinding.inconclusive("obstacle", why))
        .forEach(findings::add);
    Observation fault = observed(exam.faultId(challenge), challenge.goal().signature());
    Observation yours = observed(exam.yoursId(challenge), challenge.goal().signature());
    if (fault.state() != State.PRESENT) {
      findings.add(
          RepairFinding.inconclusive(
              "control",
              "the trial without your files does not show the fault, so your files are not judged: "
                  + shown(fault)));
    }
    own(challenge, text, yours).ifPresent(findings::add);
    // While the fault is there, the guards are not checked.
    if (yours.state() == State.ABSENT) {
      challenge
          .goal()
          .guards()
          .forEach((id, guard) -> guard(challenge, text, id, guard).ifPresent(findings::add));
    }
    return new RepairGrade(
        challenge,
        List.of("as found: " + shown(fault), "with your files: " + shown(yours)),
        List.copyOf(findings));
  }

  /**
   * If only other challenges of the run needed a stack that failed, it does not affect this one.
   */
  private boolean concerns(Challenge challenge, Obstacle obstacle) {
    return obstacle.kind() != Obstacle.Kind.STACK
        || exam.points(challenge).stream()
            .flatMap(id -> result.points().stream().filter(p -> p.point().variant().equals(id)))
            .anyMatch(point -> point.stack().equals(Optional.of(obstacle.subject())));
  }

  private static Optional<RepairFinding> own(
      Challenge challenge, ChallengeText text, Observation observed) {
    return switch (observed.state()) {
      case UNKNOWN -> Optional.of(RepairFinding.inconclusive(observed.code(), observed.reason()));
      case PRESENT ->
          Optional.of(RepairFinding.present("the fault is still there: " + shown(observed)));
      case ABSENT ->
          challenge.goal().right().contains(observed.code())
              ? Optional.empty()
              : Optional.of(
                  RepairFinding.wrongReason(
                      observed.code(),
                      "the fault is absent, but for a reason that is not a fix: "
                          + text.wrong().getOrDefault(observed.code(), shown(observed))));
    };
  }

  private Optional<RepairFinding> guard(
      Challenge challenge, ChallengeText text, String id, Guard guard) {
    String point = exam.guardId(challenge, id);
    String broken = text.guards().getOrDefault(id, id);
    if (guard.check() instanceof Guard.Figure figure) {
      return figure(point, id, figure, broken);
    }
    if (guard.check() instanceof Guard.Seen seen) {
      return seen(observed(point, challenge.goal().signature()), id, seen, broken);
    }
    Guard.Absent absent = (Guard.Absent) guard.check();
    Observation observed = observed(point, absent.signature());
    if (observed.state() == State.UNKNOWN) {
      return inconclusive(observed.code(), id, observed.reason());
    }
    boolean kept =
        observed.state() == State.ABSENT
            && (absent.because().isEmpty() || absent.because().contains(observed.code()));
    return kept
        ? Optional.empty()
        : Optional.of(
            RepairFinding.broken(
                id, broken + " (" + absent.signature() + " " + shown(observed) + ")"));
  }

  private Optional<RepairFinding> figure(
      String point, String id, Guard.Figure figure, String broken) {
    Optional<TrialResult> trial =
        result.trials().stream().filter(t -> t.point().variant().equals(point)).findFirst();
    if (trial.isEmpty()) {
      return inconclusive("no-trial", id, "no trial was carried out");
    }
    if (trial.get().failure().isPresent()) {
      return inconclusive("trial-failed", id, trial.get().failure().get());
    }
    try {
      Fact<Long> fact =
          new JsonFacts(new EvidenceReader(trial.get().evidence(folder, point, Map.of())))
              .count(new FactSpec(id, "1", figure.meaning()), figure.address());
      return within(fact, figure.least(), figure.most(), id, broken);
    } catch (MissingFact e) {
      return inconclusive("fact-missing", id, e.getMessage());
    }
  }

  private static Optional<RepairFinding> seen(
      Observation observed, String id, Guard.Seen seen, String broken) {
    Optional<Fact<?>> fact =
        observed.facts().stream()
            .filter(f -> f.id().equals(seen.fact()) && f.value() instanceof Number)
            .findFirst();
    return fact.isEmpty()
        ? inconclusive("fact-missing", id, "no number '" + seen.fact() + "' in " + shown(observed))
        : within(fact.get(), seen.least(), seen.most(), id, broken);
  }

  private static Optional<RepairFinding> within(
      Fact<?> fact, long least, long most, String id, String broken) {
    long value = ((Number) fact.value()).longValue();
    return value >= least && value <= most
        ? Optional.empty()
        : Optional.of(RepairFinding.broken(id, broken + " (" + fact + ")"));
  }

  private static Optional<RepairFinding> inconclusive(String code, String guard, String why) {
    return Optional.of(RepairFinding.inconclusive(code, guard + ": " + why));
  }

  private Observation observed(String variant, String signature) {
    return result.outcomes().stream()
        .filter(o -> o.point().variant().equals(variant) && o.signature().equals(signature))
        .flatMap(o -> o.observations().stream())
        .findFirst()
        .orElseGet(() -> Observation.unknown("no-trial", "no trial was carried out", List.of()));
  }

  private static String shown(Observation observed) {
    String state = observed.state().name().toLowerCase(Locale.ROOT);
    return "%s (%s): %s".formatted(state, observed.code(), observed.reason());
  }
}
