package dev.faultlab.upgrade;

import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets what the signatures of a run saw at the candidates against what they saw before. */
final class Rows {
  private final Scope scope;
  private final RunResult run;
  private final Before team;

  /** Both sides in one run. */
  Rows(Scope scope, RunResult run) {
    this(scope, run, Before.in(run));
  }

  Rows(Scope scope, RunResult run, Before team) {
    this.scope = scope;
    this.run = run;
    this.team = team;
  }

  /** One per place and signature. */
  List<Row> all() {
    List<Row> rows = new ArrayList<>();
    for (Pairing pairing : scope.pairings()) {
      for (String signature : pairing.variant().expect().keySet()) {
        Optional<Side> before =
            pairing
                .before()
                .filter(point -> pairing.compares())
                .map(point -> team.side(point, signature));
        List<Held> candidates = new ArrayList<>();
        for (int candidate = 0; candidate < pairing.after().size(); candidate++) {
          candidates.add(held(pairing, candidate, signature, before));
        }
        rows.add(row(scope, pairing, signature, before, candidates));
      }
    }
    return rows;
  }

  /** Of a lab whose run has no result. */
  static List<Row> without(Scope scope, String why) {
    List<Row> rows = new ArrayList<>();
    for (Pairing pairing : scope.pairings()) {
      for (String signature : pairing.variant().expect().keySet()) {
        List<Held> candidates = new ArrayList<>();
        for (int candidate = 0; candidate < pairing.after().size(); candidate++) {
          candidates.add(
              pairing.compares(candidate)
                  ? new Held(Optional.empty(), Change.CANNOT_TELL, why)
                  : notApplicable(pairing, candidate));
        }
        rows.add(row(scope, pairing, signature, Optional.empty(), candidates));
      }
    }
    return rows;
  }

  private static Row row(
      Scope scope,
      Pairing pairing,
      String signature,
      Optional<Side> before,
      List<Held> candidates) {
    return new Row(
        scope.lab().name(),
        pairing.variant().id(),
        pairing.variant().title(),
        pairing.place().at(),
        signature,
        before,
        candidates);
  }

  private Held held(Pairing pairing, int candidate, String signature, Optional<Side> before) {
    if (!pairing.compares(candidate)) {
      return notApplicable(pairing, candidate);
    }
    Side old = before.orElseThrow();
    Side now = Side.of(run, pairing.after().get(candidate).orElseThrow(), signature);
    Optional<String> obstacle = team.obstacle(old.point()).or(() -> run.obstacle(now.point()));
    if (obstacle.isPresent()) {
      return new Held(Optional.of(now), Change.CANNOT_TELL, obstacle.get());
    }
    Optional<String> crash = crash(old.point(), now.point());
    if (crash.isPresent()) {
      return new Held(Optional.of(now), Change.CRASHES, crash.get());
    }
    return compare(
        old,
        now,
        seenSomewhere(signature)
            ? Optional.empty()
            : Optional.of(Side.unseen(run, signature, List.of(old.point(), now.point()))));
  }

  /**
   * What became of a signature.
   *
   * @param unseen why an absence proves nothing; empty where some point of the run shows the fault
   */
  static Held compare(Side before, Side after, Optional<String> unseen) {
    Optional<Side> now = Optional.of(after);
    if (before.failure().isPresent()) {
      return new Held(
          now,
          Change.CANNOT_TELL,
          before.point().settings() + " does not start: " + before.failure().get());
    }
    if (after.failure().isPresent()) {
      return new Held(now, Change.DOES_NOT_START, after.failure().get());
    }
    if (after.shows()) {
      if (before.clear()) {
        return new Held(now, Change.APPEARED, after.reason());
      }
      if (before.shows()) {
        return new Held(now, same(before, after, Change.STILL_THERE), after.reason());
      }
      return new Held(now, Change.CANNOT_TELL, before(before));
    }
    if (!after.clear()) {
      return new Held(now, Change.CANNOT_TELL, after.point().settings() + ": " + after.reason());
    }
    if (!before.always() && !before.clear()) {
      return new Held(now, Change.CANNOT_TELL, before(before));
    }
    if (unseen.isPresent()) {
      return new Held(now, Change.CANNOT_TELL, unseen.get());
    }
    if (before.always()) {
      return new Held(now, Change.GONE, after.reason());
    }
    return new Held(now, same(before, after, Change.STILL_ABSENT), after.reason());
  }

  private static Change same(Side before, Side after, Change change) {
    return before.codes().equals(after.codes()) ? change : Change.CHANGED_REASON;
  }

  private static String before(Side before) {
    return before.shows()
        ? before.point().settings() + ": its trials disagree, " + before.words()
        : before.point().settings() + ": " + before.reason();
  }

  private static Held notApplicable(Pairing pairing, int candidate) {
    String why =
        pairing.before().isPresent() && pairing.before().equals(pairing.after().get(candidate))
            ? "nothing that it is made of changes"
            : pairing.variant().only().entrySet().stream()
                .map(only -> "it only makes sense at " + only.getKey() + " " + only.getValue())
                .findFirst()
                .orElse("the lab does not have it there");
    return new Held(Optional.empty(), Change.NOT_APPLICABLE, why);
  }

  /**
   * What broke down in every trial of the candidate, where none of what the team has failed: both
   * met the same load in turns. Anything less may be anybody's fault.
   */
  private Optional<String> crash(Point before, Point after) {
    List<TrialResult> now =
        run.trials().stream().filter(trial -> trial.point().equals(after)).toList();
    boolean each = !now.isEmpty() && now.stream().allMatch(trial -> trial.crash().isPresent());
    return each && team.carriedOut(before) ? now.get(0).crash() : Optional.empty();
  }

  private boolean seenSomewhere(String signature) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.signature().equals(signature))
        .anyMatch(outcome -> Side.of(run, outcome.point(), signature).shows());
  }
}
