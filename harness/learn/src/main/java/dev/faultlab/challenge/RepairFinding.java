package dev.faultlab.challenge;

/**
 * A reason why files are not a cure.
 *
 * @param kind of reason
 * @param key that selects hints, most specific part last: {@code guard:moved}
 * @param said one sentence with the counts
 */
public record RepairFinding(Kind kind, String key, String said) {

  /** The kinds of reason. */
  public enum Kind {
    /** The signature is still present. */
    PRESENT,
    /** The signature is absent for a reason that is not a cure. */
    WRONG_REASON,
    /** Something else is broken now. */
    BROKEN,
    /** It is inconclusive. */
    INCONCLUSIVE
  }

  static RepairFinding present(String said) {
    return new RepairFinding(Kind.PRESENT, "present", said);
  }

  static RepairFinding wrongReason(String code, String said) {
    return new RepairFinding(Kind.WRONG_REASON, "absent:" + code, said);
  }

  static RepairFinding broken(String guard, String said) {
    return new RepairFinding(Kind.BROKEN, "guard:" + guard, said);
  }

  static RepairFinding inconclusive(String code, String said) {
    return new RepairFinding(Kind.INCONCLUSIVE, "undecided:" + code, said);
  }
}
