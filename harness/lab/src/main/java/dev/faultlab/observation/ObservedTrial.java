package dev.faultlab.observation;

import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.signature.Observation;
import java.util.Map;

/**
 * A trial with the observations of every signature that is expected of its variant.
 *
 * @param signatures id to observation
 */
public record ObservedTrial(TrialEvidence evidence, Map<String, Observation> signatures) {

  /**
   * The observation of a signature.
   *
   * @throws IllegalArgumentException when the trial's variant expects nothing of it
   */
  public Observation of(String signature) {
    Observation seen = signatures.get(signature);
    if (seen == null) {
      throw new IllegalArgumentException(
          "nothing is expected of signature '" + signature + "' in " + evidence.shown(""));
    }
    return seen;
  }
}
