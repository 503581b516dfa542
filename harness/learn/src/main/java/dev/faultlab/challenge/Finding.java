package dev.faultlab.challenge;

/**
 * Something that keeps files from being a cure.
 *
 * @param kind what sort of thing
 * @param key by which hints are found, the most exact first part last: {@code guard:moved}
 * @param said one sentence with the counts
 */
public record Finding(Kind kind, String key, String said) {

  /** What sort of thing it is. */
  public enum Kind {
    /** The signature is still there. */
    PRESENT,
    /** The signature is gone for a reason that is no cure. */
    WRONG_REASON,
    /** Something else is broken now. */
    BROKEN,
    /** It cannot be told. */
    UNDECIDED
  }

  static Finding present(String said) {
    return new Finding(Kind.PRESENT, "present", said);
  }

  static Finding wrongReason(String code, String said) {
    return new Finding(Kind.WRONG_REASON, "absent:" + code, said);
  }

  static Finding broken(String guard, String said) {
    return new Finding(Kind.BROKEN, "guard:" + guard, said);
  }

  static Finding undecided(String code, String said) {
    return new Finding(Kind.UNDECIDED, "undecided:" + code, said);
  }
}
