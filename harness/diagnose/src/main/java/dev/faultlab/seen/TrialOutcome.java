package dev.faultlab.seen;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What was counted in one trial.
 *
 * @param measured result of the service, from its own requests and counters
 * @param canaries results of the canaries; none if the trial was not carried out
 */
public record TrialOutcome(ClientResult measured, List<CanaryResult> canaries) {

  /**
   * The trial could not be carried out, or its preconditions did not hold.
   *
   * @param reason a short word
   * @param text one sentence
   * @return an inconclusive trial, whose canaries were not asked
   */
  public static TrialOutcome inconclusive(String reason, String text) {
    return new TrialOutcome(ClientResult.inconclusive(reason, text), List.of());
  }

  /**
   * The observation of the service that may be shown: without agreeing canaries it is inconclusive.
   *
   * @return what was measured, or what overrules it
   */
  public ClientResult service() {
    List<CanaryResult> disagreeing = canaries.stream().filter(canary -> !canary.agrees()).toList();
    if (disagreeing.isEmpty() || measured.state() == State.UNKNOWN) {
      return measured;
    }
    return measured.overruled(
        "canary-contradicts",
        disagreeing.stream().map(CanaryResult::toString).collect(Collectors.joining("; "))
            + "; the service: "
            + measured.text());
  }
}
