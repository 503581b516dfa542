package dev.faultlab.lookup.resolve;

import java.util.Locale;

/** Which name a worker thread looks up; the constant with "-" for "_" is its name in settings. */
public enum Names {
  /** All threads look up one name, and so meet at its lock. */
  SHARED,
  /** Thread k looks up {@code w<k>.<name>}: the same work without a lock in common. */
  PER_THREAD;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
