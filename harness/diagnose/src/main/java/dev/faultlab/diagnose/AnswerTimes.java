package dev.faultlab.diagnose;

/** A name server's answer times, as a histogram of constant size. */
final class AnswerTimes {
  private static final int PER_OCTAVE = 4;

  /** 2^10 ns is less than a network needs, 2^36 ns more than a resolver waits. */
  private static final int FIRST_OCTAVE = 10;

  private static final int BUCKETS = (36 - FIRST_OCTAVE) * PER_OCTAVE;

  private final int[] counts = new int[BUCKETS];
  int count;
  private long leastNanos = Long.MAX_VALUE;
  private long maxNanos;

  void add(long nanos) {
    leastNanos = Math.min(leastNanos, nanos);
    maxNanos = Math.max(maxNanos, nanos);
    counts[bucket(nanos)]++;
    count++;
  }

  private static int bucket(long nanos) {
    double octaves = Math.log(Math.max(1, nanos)) / Math.log(2) - FIRST_OCTAVE;
    return (int) Math.max(0, Math.min(BUCKETS - 1, Math.ceil(octaves * PER_OCTAVE)));
  }

  /** How many took this long; some that took up to a fifth less may be included. */
  int atLeast(long nanos) {
    int late = 0;
    for (int i = bucket(nanos); i < BUCKETS; i++) {
      late += counts[i];
    }
    return late;
  }

  /**
   * An answer up to this time is not unusual: nine of ten are faster, or it is twice the median if
   * that is more.
   */
  long usualNanos() {
    return Math.max(percentileEdge(0.9, 0), 2 * percentileEdge(0.5, 0));
  }

  /** The time within which nine answers of ten came, rounded up by at most a fifth. */
  long nineOfTenNanos() {
    return Math.min(percentileEdge(0.9, 0), maxNanos);
  }

  /** The range that nearly all answers came in, widened by a tenth. */
  long earliestNanos() {
    return Math.max(percentileEdge(0.05, 1), leastNanos) * 9 / 10;
  }

  long latestNanos() {
    return Math.min(percentileEdge(0.95, 0), maxNanos) * 11 / 10;
  }

  /** The end of the bucket in which that share of the answers is reached; 0 without answers. */
  private long percentileEdge(double share, int below) {
    long rank = (long) Math.ceil(count * share);
    long seen = 0;
    for (int i = 0; i < BUCKETS && rank > 0; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return (long) Math.pow(2, FIRST_OCTAVE + (double) (i - below) / PER_OCTAVE);
      }
    }
    return 0;
  }
}
