package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Observation.State;

/**
 * What a trial showed.
 *
 * @param measured of the service, by its own counters
 * @param bad of the canary that is known to have the fault
 * @param good of the canary that is known not to have it
 */
public record TrialResult(
    NetworkCondition condition, Observation measured, Observation bad, Observation good) {

  /** {@return whether both canaries did what they are known for} */
  public boolean canariesAgree() {
    return bad.state() == State.PRESENT && good.state() == State.ABSENT;
  }

  /** {@return the observation of the service; inconclusive if a canary contradicts} */
  public Observation service() {
    if (measured.state() == State.INCONCLUSIVE || canariesAgree()) {
      return measured;
    }
    return Observation.inconclusive(
        "canary-contradicts",
        String.format(
            "known-bad canary: %s (%s); known-good canary: %s (%s); service: %s",
            bad.brief(), bad.text(), good.brief(), good.text(), measured.text()));
  }

  /**
   * Fails unless the service met the condition and did not fall for it.
   *
   * @return this
   * @throws AssertionError which says what was counted; it begins with {@code inconclusive} or
   *     {@code not exercised} if nothing can be said
   */
  public TrialResult assertAbsent() {
    Observation seen = service();
    if (seen.state() == State.ABSENT) {
      return this;
    }

    String hint =
        seen.state() == State.NOT_EXERCISED ? "\n  hint: " + condition.about().hint() : "";
    throw new AssertionError(
        String.format(
            "%s: %s, expected absent\n  %s%s\n  canaries: bad %s, good %s",
            condition.about().id(), seen.brief(), seen.text(), hint, bad.brief(), good.brief()));
  }
}
