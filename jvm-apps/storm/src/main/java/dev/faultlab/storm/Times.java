package dev.faultlab.storm;

import java.util.List;
import org.HdrHistogram.Histogram;

/** Durations of a round, summed up as p50, p99 and longest, in milliseconds. */
final class Times {
  private final Histogram micros = new Histogram(3);

  synchronized void add(long nanos) {
    micros.recordValue(Math.max(0, nanos / 1000));
  }

  synchronized List<Double> summary() {
    if (micros.getTotalCount() == 0) {
      return List.of();
    }
    return List.of(
        micros.getValueAtPercentile(50) / 1000.0,
        micros.getValueAtPercentile(99) / 1000.0,
        micros.getMaxValue() / 1000.0);
  }
}
