package dev.faultlab.roll;

import dev.faultlab.seen.State;

/**
 * What one pass counted at one place.
 *
 * @param code short reason, which passes are compared by
 * @param reason for people
 * @param affected operations, records or nodes that show a fault
 * @param of all of them
 */
record Count(State state, String code, String reason, long affected, long of) {
  static final String OK = "ok";

  static Count unknown(String reason) {
    return new Count(State.UNKNOWN, "failed", reason, 0, 0);
  }

  static Count notExercised(String reason) {
    return new Count(State.NOT_EXERCISED, "not-exercised", reason, 0, 0);
  }

  boolean present() {
    return state == State.PRESENT;
  }

  boolean decided() {
    return present() || state == State.ABSENT;
  }

  double share() {
    return of == 0 ? 0 : (double) affected / of;
  }

  boolean contradicts(Count other) {
    return decided() && other.decided() && !(state == other.state && code.equals(other.code));
  }
}
