package dev.faultlab.exercise;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.FactSpec;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Obstacle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Grades a repair from the result of a {@link RepairPlan}.
 *
 * @param folder of the run, with its evidence
 */
public record RepairGrader(RunResult result, Path folder) {
  /** The grade of one of the run's repairs. */
  public RepairGrade mark(Exercise<Repair> repair) {
    RepairText text = Repairs.text(repair);
    String signature = repair.task().signature();
    List<RepairFinding> findings = new ArrayList<>();
    result.obstacles().stream()
        .filter(obstacle -> concerns(repair, obstacle))
        .forEach(obstacle -> inconclusive("obstacle", obstacle.message()).ifPresent(findings::add));
    Observation fault = observed(RepairPlan.faultId(repair), signature);
    Observation learners = observed(RepairPlan.learnerVariantId(repair), signature);
    if (fault.state() != State.PRESENT) {
      String why =
          "the trial without your files does not show the fault, so your files are not judged: ";
      inconclusive("control", why + shown(fault)).ifPresent(findings::add);
    }
    grade(repair.task(), text, learners).ifPresent(findings::add);
    // While the fault is there, the guards are not checked.
    if (learners.state() == State.ABSENT) {
      repair.task().guards().keySet().stream()
          .flatMap(id -> guard(repair, text, id).stream())
          .forEach(findings::add);
    }
    return new RepairGrade(
        repair,
        List.of("as found: " + shown(fault), "with your files: " + shown(learners)),
        List.copyOf(findings));
  }

  /** If only other repairs of the run needed a stack that failed, it does not affect this one. */
  private boolean concerns(Exercise<Repair> repair, Obstacle obstacle) {
    return obstacle.kind() != Obstacle.Kind.STACK
        || RepairPlan.points(repair).stream()
            .flatMap(id -> result.points().stream().filter(p -> p.point().variant().equals(id)))
            .anyMatch(point -> point.stack().equals(Optional.of(obstacle.subject())));
  }

  private static Optional<RepairFinding> grade(Repair task, RepairText text, Observation observed) {
    return switch (observed.state()) {
      case NOT_EXERCISED, UNKNOWN -> inconclusive(observed.code(), observed.reason());
      case PRESENT -> finding("present", "the fault is still there: " + shown(observed));
      case ABSENT ->
          task.right().contains(observed.code())
              ? Optional.empty()
              : finding(
                  "absent:" + observed.code(),
                  "the fault is absent, but for a reason that is not a fix: "
                      + text.wrong().getOrDefault(observed.code(), shown(observed)));
    };
  }

  private Optional<RepairFinding> guard(Exercise<Repair> repair, RepairText text, String id) {
    Guard guard = repair.task().guards().get(id);
    String point = RepairPlan.guardId(repair, id);
    String message = text.guards().getOrDefault(id, id);
    if (guard.signature().isPresent()) {
      Observation observed = observed(point, guard.signature().get());
      if (observed.state() == State.UNKNOWN) {
        return inconclusive(observed.code(), id + ": " + observed.reason());
      }
      boolean holds =
          observed.state() == State.ABSENT
              && (guard.absent().isEmpty() || guard.absent().contains(observed.code()));
      return holds
          ? Optional.empty()
          : finding(
              "guard:" + id,
              message + " (" + guard.signature().get() + " " + shown(observed) + ")");
    }
    Optional<String> failure = trial(point).flatMap(TrialRecord::failure);
    if (failure.isPresent()) {
      return inconclusive("trial-failed", id + ": " + failure.get());
    }
    try {
      Fact<?> fact =
          guard.value().isPresent()
              ? figure(point, id, guard)
              : fact(observed(point, repair.task().signature()), guard.fact().orElseThrow());
      return guard.allows(((Number) fact.value()).longValue())
          ? Optional.empty()
          : finding("guard:" + id, message + " (" + fact + ")");
    } catch (MissingFact e) {
      return inconclusive("fact-missing", id + ": " + e.getMessage());
    }
  }

  private static Optional<RepairFinding> finding(String key, String text) {
    return Optional.of(new RepairFinding(key, text));
  }

  private static Optional<RepairFinding> inconclusive(String code, String text) {
    return finding(RepairFinding.INCONCLUSIVE + code, text);
  }

  private Optional<TrialRecord> trial(String point) {
    return result.trials().stream().filter(t -> t.point().variant().equals(point)).findFirst();
  }

  private Fact<Long> figure(String point, String id, Guard guard) {
    TrialRecord trial = trial(point).orElseThrow(() -> new MissingFact("no trial was carried out"));
    return new JsonFacts(new TrialEvidence(folder, Map.of(), trial))
        .count(new FactSpec(id, "1", guard.is().orElseThrow()), guard.value().orElseThrow());
  }

  private static Fact<?> fact(Observation observed, String id) {
    return observed.facts().stream()
        .filter(fact -> fact.id().equals(id) && fact.value() instanceof Number)
        .findFirst()
        .orElseThrow(() -> new MissingFact("no number '" + id + "' in " + shown(observed)));
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
