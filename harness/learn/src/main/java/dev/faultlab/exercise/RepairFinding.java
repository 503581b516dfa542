package dev.faultlab.exercise;

/**
 * A reason why files are not a fix.
 *
 * @param key that selects hints, most specific part last: {@code present}, {@code absent:CODE} for
 *     a reason that is not a fix, {@code guard:moved} for what is broken now, {@code
 *     undecided:CODE}
 * @param text one sentence with the counts
 */
public record RepairFinding(String key, String text) {
  static final String INCONCLUSIVE = "undecided:";
}
