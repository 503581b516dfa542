package dev.faultlab.diagnose;

/** How long a name server takes for its answers, as a histogram of constant size. */
final class AnswerTimes {
  private static final int PER_OCTAVE = 4;

  /** 2^10 ns is below what a network takes, 2^36 ns above what a resolver waits. */
  private static final int FIRST_OCTAVE = 10;

  private static final int BUCKETS = (36 - FIRST_OCTAVE) * PER_OCTAVE;

  private final int[] counts = new int[BUCKETS];
  private int count;

  void add(long nanos) {
    counts[bucket(nanos)]++;
    count++;
  }

  private static int bucket(long nanos) {
    double octaves = Math.log(Math.max(1, nanos)) / Math.log(2) - FIRST_OCTAVE;
    return (int) Math.max(0, Math.min(BUCKETS - 1, Math.ceil(octaves * PER_OCTAVE)));
  }

  int count() {
    return count;
  }

  /** How many took so long; some that took up to a fifth less may be among them. */
  int atLeast(long nanos) {
    int late = 0;
    for (int i = bucket(nanos); i < BUCKETS; i++) {
      late += counts[i];
    }
    return late;
  }

  /** What this server usually takes: nine answers of ten, or twice the median if that is more. */
  long usualNanos() {
    return Math.max(atMost(0.9), 2 * atMost(0.5));
  }

  /** Upper end of the bucket below which that share of the answers lies; 0 without answers. */
  private long atMost(double share) {
    long wanted = (long) Math.ceil(count * share);
    long seen = 0;
    for (int i = 0; i < BUCKETS && wanted > 0; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return (long) Math.pow(2, FIRST_OCTAVE + (double) i / PER_OCTAVE);
      }
    }
    return 0;
  }
}
