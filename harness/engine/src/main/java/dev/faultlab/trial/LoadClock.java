package dev.faultlab.trial;

/** Adds up the time in which at least one load runs; loads may overlap. */
final class LoadClock {
  private int loads;
  private long since;
  private long nanos;

  synchronized void begin() {
    if (loads++ == 0) {
      since = System.nanoTime();
    }
  }

  synchronized void end() {
    if (--loads == 0) {
      nanos += System.nanoTime() - since;
    }
  }

  /** The total until now. */
  synchronized double seconds() {
    return (nanos + (loads > 0 ? System.nanoTime() - since : 0)) / 1e9;
  }
}
