package dev.faultlab.depth;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Exact counts of one measurement: every call is counted, none is sampled.
 *
 * <p>A reset replaces the whole object, so that a call which was under way during the reset cannot
 * leave half of itself in the new measurement.
 */
final class DepthCounters {
  private static final StackTraceElement[] NONE = {};

  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong recursiveCalls = new AtomicLong();
  private final AtomicInteger deepest = new AtomicInteger();
  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger maxInside;
  private final AtomicReference<StackTraceElement[]> firstRecursion = new AtomicReference<>(NONE);

  /**
   * @param inside threads that are inside already, the lowest the high-water mark can be
   */
  DepthCounters(int inside) {
    maxInside = new AtomicInteger(inside);
  }

  void threadSeen() {
    threads.incrementAndGet();
  }

  /** A call entered as the {@code depth}-th nested one on its thread (1: not nested). */
  void entered(int depth) {
    calls.incrementAndGet();
    raise(deepest, depth);
    if (depth > 1) {
      recursiveCalls.incrementAndGet();
      if (firstRecursion.get() == NONE) {
        firstRecursion.compareAndSet(NONE, new Throwable().getStackTrace());
      }
    }
  }

  void insideNow(int inside) {
    raise(maxInside, inside);
  }

  long calls() {
    return calls.get();
  }

  long recursiveCalls() {
    return recursiveCalls.get();
  }

  int deepest() {
    return deepest.get();
  }

  int threads() {
    return threads.get();
  }

  int maxInside() {
    return maxInside.get();
  }

  StackTraceElement[] firstRecursion() {
    return firstRecursion.get().clone();
  }

  // No lambda here (accumulateAndGet(n, Math::max)): linking one runs a lot of JDK code, and this
  // code runs inside a JDK method.
  private static void raise(AtomicInteger mark, int value) {
    int seen = mark.get();
    while (seen < value && !mark.compareAndSet(seen, value)) {
      seen = mark.get();
    }
  }
}
