package dev.faultlab.signature;

/** The finding of a signature in one trial. */
public enum State {
  PRESENT,
  ABSENT,
  UNKNOWN
}
