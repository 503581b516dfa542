package dev.faultlab.check;

/**
 * What was counted in one trial.
 *
 * @param finding of the service by its own counters
 * @param exposed how often the service met the condition
 * @param affected of how many requests or connections the fault was seen
 * @param of how many there were
 * @param reason a short word, such as {@code stale-address}
 * @param text one sentence with the numbers
 * @param bad the canary that is known to have the fault
 * @param good the canary that is known not to have it
 */
public record TrialSeen(
    Finding finding,
    long exposed,
    long affected,
    long of,
    String reason,
    String text,
    CanarySeen bad,
    CanarySeen good) {

  /**
   * What a canary did beside the service, in the same seconds.
   *
   * @param text one sentence with the numbers
   */
  public record CanarySeen(Finding finding, String text) {}

  /** The trial could not be carried out, or its preconditions did not hold. */
  public static TrialSeen inconclusive(String reason, String text) {
    CanarySeen none = new CanarySeen(Finding.INCONCLUSIVE, "not asked");
    return new TrialSeen(Finding.INCONCLUSIVE, 0, 0, 0, reason, text, none, none);
  }

  /** Whether both canaries did what they are known for. */
  public boolean canariesAgree() {
    return bad.finding() == Finding.PRESENT && good.finding() == Finding.ABSENT;
  }

  /**
   * The finding that may be shown: without agreeing canaries it is inconclusive, and without
   * exposure an absence is none.
   */
  TrialSeen checked() {
    if (finding == Finding.INCONCLUSIVE) {
      return this;
    }
    if (!canariesAgree()) {
      return with(
          Finding.INCONCLUSIVE,
          "canary-contradicts",
          "the known-bad canary was %s (%s), the known-good one %s (%s); the service: %s"
              .formatted(
                  bad.finding().words(), bad.text(), good.finding().words(), good.text(), text));
    }
    return finding == Finding.ABSENT && exposed == 0
        ? with(Finding.NOT_EXERCISED, "not-exercised", text)
        : this;
  }

  private TrialSeen with(Finding other, String why, String sentence) {
    return new TrialSeen(other, exposed, affected, of, why, sentence, bad, good);
  }

  /** {@code present 8/8}. */
  String brief() {
    return finding == Finding.PRESENT || finding == Finding.ABSENT
        ? finding.words() + " " + affected + "/" + of
        : finding.words();
  }
}
