package dev.faultlab.run;

/** Hears how a run goes on, for a person who waits. */
public interface RunListener {

  /**
   * A phase begins; the one before it is over.
   *
   * @param title of the phase
   * @param steps how many steps it will have; 0 when that is not known
   */
  void phase(String title, int steps);

  /** Something that a person wants to know before the end. */
  void say(String message);

  /** A step of the phase is done. */
  void step(String what);
}
