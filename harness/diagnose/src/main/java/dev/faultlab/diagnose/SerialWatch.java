package dev.faultlab.diagnose;

/**
 * Do the lookups of a name follow each other without a pause or overlap, and does other traffic
 * show that several requests waited meanwhile?
 */
final class SerialWatch {
  /** A lock is passed on much faster than this, even on a busy machine. */
  private static final long HANDOVER_NANOS = 500_000L;

  private static final int MIN_QUEUE = 2;

  /** A lookup that takes this many times as long as the others waited for something else. */
  private static final int STALL_FACTOR = 10;

  long lookups;
  long firstFrame;
  long lastFrame;
  private long firstNanos;
  private long lastNanos;
  private long openedNanos;
  private long closedNanos;
  private long busyNanos;
  private double sumOfLogs;
  private long finishedLookups;
  private long firstTaken;
  private long stalls;
  private long stalledNanos;
  private boolean busy;
  private boolean used;
  long backToBack;
  long whileWaiting;
  int maxWaiting;

  /** Lookups during which the client used a new connection to an address of the name. */
  long overlaps;

  int maxOutstanding;

  void opened(long frame, long nanos, int outstanding, int waiting) {
    if (lookups == 0) {
      firstFrame = frame;
      firstNanos = nanos;
    } else if (nanos - closedNanos <= Math.max(HANDOVER_NANOS, usualNanos() / 4)) {
      backToBack++;
    }
    lookups++;
    lastFrame = frame;
    maxOutstanding = Math.max(maxOutstanding, outstanding);
    if (outstanding == 1) {
      openedNanos = nanos;
      busy = true;
    }
    used = false;
    if (waiting >= MIN_QUEUE) {
      whileWaiting++;
    }
    maxWaiting = Math.max(maxWaiting, waiting);
  }

  void closed(long nanos, int outstanding) {
    closedNanos = nanos;
    lastNanos = nanos;
    if (outstanding == 0 && busy) {
      // Only once: a repetition within the same lookup closes again.
      long nanosTaken = nanos - openedNanos;
      busyNanos += nanosTaken;
      firstTaken = finishedLookups == 0 ? nanosTaken : firstTaken;
      if (finishedLookups > 0 && nanosTaken > STALL_FACTOR * usualNanos()) {
        stalls++;
        stalledNanos += nanosTaken;
      }
      sumOfLogs += Math.log(Math.max(1, nanosTaken));
      finishedLookups++;
      busy = false;
    }
  }

  /** The client used a new connection to an address of the name during a lookup of it. */
  void overlaps() {
    if (!used) {
      used = true;
      overlaps++;
    }
  }

  /** The duration of a lookup: the geometric mean, which is insensitive to a single long stall. */
  private long usualNanos() {
    return finishedLookups == 0 ? 0 : Math.round(Math.exp(sumOfLogs / finishedLookups));
  }

  /** The mean duration of the lookups that did not stall. */
  long meanNanos() {
    boolean firstStalled = firstTaken > STALL_FACTOR * usualNanos();
    long normal = lookups - stalls - (firstStalled ? 1 : 0);
    return normal == 0 ? 0 : (busyNanos - stalledNanos - (firstStalled ? firstTaken : 0)) / normal;
  }

  /** Whether lookups ran one after the other, and one was under way most of the time. */
  boolean isChain() {
    return backToBack * 10 >= (lookups - 1) * 8 && busyNanos * 2 >= lastNanos - firstNanos;
  }

  /** Several requests waited at most lookups, and another worker was busy during them. */
  boolean othersWaited() {
    return whileWaiting * 10 >= lookups * 8 && overlaps * 2 >= lookups;
  }

  double perSecond() {
    long span = lastNanos - firstNanos;
    return span <= 0 ? 0 : lookups * 1e9 / span;
  }
}
