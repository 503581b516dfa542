package dev.faultlab.seen;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What was counted in one trial.
 *
 * @param measured of the service, by its own requests and counters
 * @param canaries beside it; none if the trial was not carried out
 */
public record TrialSeen(ClientSeen measured, List<CanarySeen> canaries) {

  /**
   * The trial could not be carried out, or its preconditions did not hold.
   *
   * @param reason a short word
   * @param text one sentence
   * @return an inconclusive trial, whose canaries were not asked
   */
  public static TrialSeen inconclusive(String reason, String text) {
    return new TrialSeen(ClientSeen.inconclusive(reason, text), List.of());
  }

  /**
   * The observation of the service that may be shown: without agreeing canaries it is inconclusive.
   *
   * @return what was measured, or what overrules it
   */
  public ClientSeen service() {
    List<CanarySeen> odd = canaries.stream().filter(canary -> !canary.agrees()).toList();
    if (odd.isEmpty() || measured.state() == State.UNKNOWN) {
      return measured;
    }
    return measured.overruled(
        "canary-contradicts",
        odd.stream().map(CanarySeen::toString).collect(Collectors.joining("; "))
            + "; the service: "
            + measured.text());
  }
}
