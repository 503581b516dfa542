package dev.faultlab.trial;

/** Adds up the time in which at least one load goes on; loads may overlap. */
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

  /** What there is until now. */
  synchronized double seconds() {
    return (nanos + (loads > 0 ? System.nanoTime() - since : 0)) / 1e9;
  }
}
