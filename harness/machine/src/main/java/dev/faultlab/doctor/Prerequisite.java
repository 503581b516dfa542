package dev.faultlab.doctor;

/**
 * One line of {@code ./faultlab doctor}.
 *
 * @param name name of the prerequisite
 * @param state whether it is there
 * @param found what was found
 * @param needed what is needed, and which labs need it if not all do
 * @param fix the command that installs it, or the alternative; empty if all is well
 */
public record Prerequisite(String name, State state, String found, String needed, String fix) {

  /** Whether a prerequisite is there. */
  public enum State {
    OK,
    /** Without it, labs run slower or only some run. */
    OPTIONAL,
    /** Labs cannot run. */
    MISSING
  }

  /** What no lab runs without. */
  static Prerequisite required(boolean good, String name, String found, String needed, String fix) {
    return new Prerequisite(name, good ? State.OK : State.MISSING, found, needed, good ? "" : fix);
  }

  /** What labs run better with, or only some need. */
  static Prerequisite optional(boolean good, String name, String found, String needed, String fix) {
    return new Prerequisite(name, good ? State.OK : State.OPTIONAL, found, needed, good ? "" : fix);
  }
}
