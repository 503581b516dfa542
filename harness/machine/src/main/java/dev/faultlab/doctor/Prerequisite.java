package dev.faultlab.doctor;

/**
 * One line of {@code ./faultlab doctor}.
 *
 * @param what the prerequisite
 * @param state whether it is there
 * @param found what is there
 * @param needed what is needed, and for what when not for everything
 * @param how the command that brings it, or what to do without; empty when all is well
 */
public record Prerequisite(String what, State state, String found, String needed, String how) {

  /** Whether a prerequisite is there. */
  public enum State {
    OK,
    /** Labs run without it, but not all of them, or slower. */
    OPTIONAL,
    /** Labs cannot run. */
    MISSING
  }

  static Prerequisite ok(String what, String found, String needed) {
    return new Prerequisite(what, State.OK, found, needed, "");
  }

  static Prerequisite missing(String what, String found, String needed, String how) {
    return new Prerequisite(what, State.MISSING, found, needed, how);
  }

  static Prerequisite optional(String what, String found, String needed, String how) {
    return new Prerequisite(what, State.OPTIONAL, found, needed, how);
  }
}
