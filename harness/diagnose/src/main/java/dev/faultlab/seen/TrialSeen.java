package dev.faultlab.seen;

/**
 * What was counted in one trial.
 *
 * @param measured of the service, by its own counters
 * @param bad of the canary that is known to have the fault
 * @param good of the canary that is known not to have it
 */
public record TrialSeen(ClientSeen measured, ClientSeen bad, ClientSeen good) {

  /**
   * The trial could not be carried out, or its preconditions did not hold.
   *
   * @param reason a short word
   * @param text one sentence
   * @return an inconclusive trial, whose canaries were not asked
   */
  public static TrialSeen inconclusive(String reason, String text) {
    ClientSeen none = ClientSeen.inconclusive("not-asked", "not asked");
    return new TrialSeen(ClientSeen.inconclusive(reason, text), none, none);
  }

  /** {@return whether both canaries did what they are known for} */
  public boolean canariesAgree() {
    return bad.state() == State.PRESENT && good.state() == State.ABSENT;
  }

  /**
   * The observation of the service that may be shown: without agreeing canaries it is inconclusive,
   * and without exposure an absence is none.
   *
   * @return what was measured, or what overrules it
   */
  public ClientSeen service() {
    if (measured.state() == State.UNKNOWN) {
      return measured;
    }
    if (!canariesAgree()) {
      return measured.with(
          State.UNKNOWN,
          "canary-contradicts",
          String.format(
              "the known-bad canary was %s (%s), the known-good one %s (%s); the service: %s",
              bad.state().words(), bad.text(), good.state().words(), good.text(), measured.text()));
    }
    return measured.state() == State.ABSENT && measured.exposed() == 0
        ? measured.with(State.NOT_EXERCISED, "not-exercised", measured.text())
        : measured;
  }
}
