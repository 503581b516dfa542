package dev.faultlab.signature;

/** What a signature says of one trial. */
public enum State {
  PRESENT,
  ABSENT,
  UNKNOWN
}
