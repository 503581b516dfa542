package dev.faultlab.challenge;

/**
 * Something that keeps files from being a cure.
 *
 * @param kind what sort of thing
 * @param key by which hints are found, the most exact first part last: {@code guard:moved}
 * @param said one sentence with the counts
 */
public record RepairFinding(Kind kind, String key, String said) {

  /** What sort of thing it is. */
  public enum Kind {
    /** The signature is still there. */
    PRESENT,
    /** The signature is gone for a reason that is no cure. */
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
