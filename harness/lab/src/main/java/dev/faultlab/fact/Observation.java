package dev.faultlab.fact;

import dev.faultlab.seen.State;
import java.util.List;

/**
 * What a signature found in one trial.
 *
 * @param state present, absent or unknown; {@code DeclaredSignature} turns an absence without
 *     exposure into "not exercised"
 * @param code short word for the reason, compared with an expectation's "because"
 * @param reason one sentence
 * @param facts what the decision rests on
 */
public record Observation(State state, String code, String reason, List<Fact<?>> facts) {

  /** The evidence is inconclusive. */
  public static Observation unknown(String code, String reason, List<Fact<?>> facts) {
    return new Observation(State.UNKNOWN, code, reason, facts);
  }
}
