package dev.faultlab.capture.tcp;

/**
 * Ranges of sequence space that were skipped. Later data fills them (swapped in the capture, or
 * lost before the point of capture and repeated). A range that was acknowledged but stays open was
 * sent and is missing in the capture.
 */
final class SequenceGaps {
  private static final int KEPT = 16;

  private final long[] from = new long[KEPT];
  private final long[] to = new long[KEPT];
  private int count;
  private long forgotten;

  void open(long start, long end) {
    if (count == KEPT) {
      forgotten += to[0] - from[0];
      System.arraycopy(from, 1, from, 0, KEPT - 1);
      System.arraycopy(to, 1, to, 0, KEPT - 1);
      count--;
    }
    from[count] = start;
    to[count++] = end;
  }

  /** Bytes of the segment that are new. */
  long fill(long start, long end) {
    for (int i = 0; i < count; i++) {
      long low = Math.max(start, from[i]);
      long high = Math.min(end, to[i]);
      if (low >= high) {
        continue;
      }
      if (low == from[i]) {
        from[i] = high;
      } else if (high == to[i]) {
        to[i] = low;
      } else {
        long restEnd = to[i];
        to[i] = low;
        open(high, restEnd);
      }
      return high - low;
    }
    return 0;
  }

  long unseenBefore(long acknowledged) {
    long sum = forgotten;
    for (int i = 0; i < count; i++) {
      sum += Math.max(0, Math.min(to[i], acknowledged) - from[i]);
    }
    return sum;
  }
}
