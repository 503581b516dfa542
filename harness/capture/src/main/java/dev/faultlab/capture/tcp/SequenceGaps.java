package dev.faultlab.capture.tcp;

/**
 * Ranges of sequence space that were skipped. Later data fills them (swapped in the capture, or
 * lost before the point of capture and repeated). A range that was acknowledged but stays open was
 * sent and is missing in the capture.
 */
final class SequenceGaps {
  private static final int MAX_GAPS = 16;

  private final long[] from = new long[MAX_GAPS];
  private final long[] to = new long[MAX_GAPS];
  private final long[] since = new long[MAX_GAPS];
  private final long[] until = new long[MAX_GAPS];
  private int count;
  private MissingBytes overflow = MissingBytes.NONE;

  /**
   * Missing bytes.
   *
   * @param sinceNanos after which time the first of them was sent
   * @param untilNanos before which time the last of them was sent
   */
  record MissingBytes(long bytes, long sinceNanos, long untilNanos) {
    static final MissingBytes NONE = new MissingBytes(0, Long.MAX_VALUE, Long.MIN_VALUE);

    MissingBytes with(long more, long from, long to) {
      return more <= 0
          ? this
          : new MissingBytes(bytes + more, Math.min(sinceNanos, from), Math.max(untilNanos, to));
    }
  }

  void open(long start, long end, long sinceNanos, long untilNanos) {
    if (count == MAX_GAPS) {
      overflow = overflow.with(to[0] - from[0], since[0], until[0]);
      for (long[] each : new long[][] {from, to, since, until}) {
        System.arraycopy(each, 1, each, 0, MAX_GAPS - 1);
      }
      count--;
    }
    from[count] = start;
    to[count] = end;
    since[count] = sinceNanos;
    until[count++] = untilNanos;
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
        open(high, restEnd, since[i], until[i]);
      }
      return high - low;
    }
    return 0;
  }

  /** Bytes of the largest range that never came and was never acknowledged. */
  long lostAfter(long acknowledged) {
    long max = 0;
    for (int i = 0; i < count; i++) {
      max = Math.max(max, from[i] >= acknowledged ? to[i] - from[i] : 0);
    }
    return max;
  }

  /**
   * The missing bytes of the stream. A single number at its end is a FIN that a filter left out.
   *
   * @param end of what was sent
   */
  MissingBytes unseenBefore(long acknowledged, long end) {
    MissingBytes missing = overflow;
    for (int i = 0; i < count; i++) {
      boolean fin = to[i] == end && to[i] - from[i] == 1;
      missing = missing.with(fin ? 0 : Math.min(to[i], acknowledged) - from[i], since[i], until[i]);
    }
    return missing;
  }
}
