package dev.faultlab.kernel;

/** How guests become ready. */
public enum GuestStart {
  /** They resume from a matching snapshot; if there is none, one is made first. */
  FROM_SNAPSHOT,

  /** Their kernel boots and their service starts. */
  COLD
}
