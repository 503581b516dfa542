package dev.faultlab.observation;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.signature.Observation;
import java.util.Map;

/**
 * A trial with what every signature that is expected of its variant says of it.
 *
 * @param signatures id to observation
 */
public record ObservedTrial(TrialEvidence evidence, Map<String, Observation> signatures) {

  /**
   * What a signature says.
   *
   * @throws IllegalArgumentException when nothing is expected of it in the trial's variant
   */
  public Observation of(String signature) {
    Observation seen = signatures.get(signature);
    if (seen == null) {
      throw new IllegalArgumentException(
          "nothing is expected of signature '" + signature + "' in " + evidence.name());
    }
    return seen;
  }
}
