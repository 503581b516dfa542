package dev.faultlab.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares the findings of signatures at the candidates with those at the team's versions.
 *
 * @param first run with the points before
 * @param run with the points after; the same one if both sides are of one run
 */
public record SignatureRows(String lab, List<Pairing> pairings, RunResult first, RunResult run) {

  /** Both sides in one run. */
  SignatureRows(Scope scope, RunResult run) {
    this(scope.lab().name(), scope.pairings(), run, run);
  }

  /** One per place and signature. */
  public List<SignatureRow> all() {
    List<SignatureRow> rows = new ArrayList<>();
    for (Pairing pairing : pairings) {
      for (String signature : pairing.variant().expect().keySet()) {
        Optional<ObservedSignature> before =
            pairing
                .before()
                .filter(point -> pairing.compares())
                .map(point -> ObservedSignature.of(first, point, signature));
        List<CandidateChange> changes =
            IntStream.range(0, pairing.after().size())
                .mapToObj(candidate -> change(pairing, candidate, signature, before))
                .toList();
        String id = pairing.variant().id();
        String title = pairing.variant().title();
        rows.add(
            new SignatureRow(lab, id, title, pairing.place().at(), signature, before, changes));
      }
    }
    return rows;
  }

  private CandidateChange change(
      Pairing pairing, int candidate, String signature, Optional<ObservedSignature> before) {
    if (!pairing.compares(candidate)) {
      return notApplicable(pairing, candidate);
    }
    ObservedSignature old = before.orElseThrow();
    ObservedSignature now =
        ObservedSignature.of(run, pairing.after().get(candidate).orElseThrow(), signature);
    Optional<String> obstacle = first.obstacle(old.point()).or(() -> run.obstacle(now.point()));
    if (obstacle.isPresent()) {
      return new CandidateChange(Optional.of(now), Change.CANNOT_TELL, obstacle.get());
    }
    Optional<String> crash = crash(old.point(), now.point());
    if (crash.isPresent()) {
      return new CandidateChange(Optional.of(now), Change.CRASHES, crash.get());
    }
    Optional<String> unseen =
        seenSomewhere(signature)
            ? Optional.empty()
            : Optional.of(
                ObservedSignature.unseen(run, signature, List.of(old.point(), now.point())));
    SignatureComparison diff = SignatureComparison.of(old, now, unseen);
    return new CandidateChange(Optional.of(now), diff.change(), diff.reason() + old.chance(now));
  }

  private static CandidateChange notApplicable(Pairing pairing, int candidate) {
    String why =
        pairing.before().isPresent() && pairing.before().equals(pairing.after().get(candidate))
            ? "none of its components changes"
            : pairing.variant().only().entrySet().stream()
                .map(only -> "it only makes sense at " + only.getKey() + " " + only.getValue())
                .findFirst()
                .orElse("the lab does not have it there");
    return new CandidateChange(Optional.empty(), Change.NOT_APPLICABLE, why);
  }

  /**
   * What crashed in every trial of the candidate, while no trial of the team's version failed: both
   * had the same load in turns. Anything less may have another cause.
   */
  private Optional<String> crash(Point before, Point after) {
    List<TrialRecord> old = run.trials(before);
    List<TrialRecord> now = run.trials(after);
    boolean allCrash = !now.isEmpty() && now.stream().allMatch(trial -> trial.crash().isPresent());
    boolean carriedOut =
        first == run && !old.isEmpty() && old.stream().allMatch(trial -> trial.failure().isEmpty());
    return allCrash && carriedOut ? now.get(0).crash() : Optional.empty();
  }

  private boolean seenSomewhere(String signature) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.signature().equals(signature))
        .flatMap(outcome -> outcome.observations().stream())
        .anyMatch(seen -> seen.state() == State.PRESENT);
  }
}
