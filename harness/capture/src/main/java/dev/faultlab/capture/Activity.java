package dev.faultlab.capture;

import java.util.Arrays;

/**
 * When something was heard: up to 32 times, at least 0.1 s apart, which are spread over the whole
 * time. That it was heard between two times is certain, that it was not is unknown.
 */
public final class Activity {
  private static final int MAX_TIMES = 32;
  private static final int MIN_CAPACITY = 4;

  private long[] at = new long[0];
  private int count;
  private long minIntervalNanos = 100_000_000L;

  /** Nothing before this time is remembered. */
  private long next = Long.MIN_VALUE;

  /** Nothing was heard yet. */
  public Activity() {}

  /**
   * Remembers a time.
   *
   * @param nanos not before the one before
   */
  public void add(long nanos) {
    if (nanos < next) {
      return;
    }
    if (count == MAX_TIMES) {
      for (int i = 0; i < MAX_TIMES / 2; i++) {
        at[i] = at[2 * i];
      }
      count = MAX_TIMES / 2;
      minIntervalNanos = Math.max(2 * minIntervalNanos, (at[count - 1] - at[0]) / (MAX_TIMES / 2));
    } else if (count == at.length) {
      at = Arrays.copyOf(at, Math.max(MIN_CAPACITY, 2 * count));
    }
    at[count++] = nanos;
    next = nanos + minIntervalNanos;
  }

  /**
   * Whether it was heard between two times.
   *
   * @param fromNanos after this one
   * @param toNanos before this one
   * @return false also if it is not known
   */
  public boolean isWithin(long fromNanos, long toNanos) {
    int first = Arrays.binarySearch(at, 0, count, fromNanos + 1);
    first = first < 0 ? -first - 1 : first;
    return first < count && at[first] < toNanos;
  }

  /** {@return the bytes of memory that it uses beyond those of a few} */
  public int bytes() {
    return 8 * Math.max(0, at.length - MIN_CAPACITY);
  }
}
