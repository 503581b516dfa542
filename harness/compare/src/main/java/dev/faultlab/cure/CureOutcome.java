package dev.faultlab.cure;

import dev.faultlab.lab.Cure;
import dev.faultlab.point.Point;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Outcome;
import java.util.Optional;

/**
 * The finding of one signature at one point with a cure.
 *
 * @param point without the cure
 * @param fault id of the signature
 * @param state of the fault there
 * @param code the reason's code; empty if no trial was carried out
 * @param reason one sentence with the counts
 * @param trials that were carried out
 * @param without the finding at the same point without the cure, in the same run; empty if that was
 *     not run
 */
public record CureOutcome(
    Point point,
    String fault,
    State state,
    Optional<String> code,
    String reason,
    int trials,
    Optional<State> without) {

  /** Whether it tells anything about the cure: an absence does if the fault is there without it. */
  boolean tells() {
    return state == State.PRESENT
        || state == State.ABSENT && without.map(State.PRESENT::equals).orElse(true);
  }

  static CureOutcome of(Outcome outcome, Optional<Outcome> without) {
    return new CureOutcome(
        outcome.point().without(java.util.Set.of(Cure.AXIS)),
        outcome.signature(),
        outcome.state(),
        outcome.code(),
        outcome.reason(),
        outcome.observations().size(),
        without.map(Outcome::state));
  }
}
