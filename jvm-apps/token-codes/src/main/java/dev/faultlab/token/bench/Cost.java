package dev.faultlab.token.bench;

import dev.faultlab.token.generate.Generator;
import java.util.Locale;

/** What a number costs a thread, with JMH's 99.9 % confidence interval. */
final class Cost {
  private final Generator generator;
  private final int threads;
  private final double nanos;
  private final double error;
  private final long iterations;

  Cost(Generator generator, int threads, double nanos, double error, long iterations) {
    this.generator = generator;
    this.threads = threads;
    this.nanos = nanos;
    this.error = error;
    this.iterations = iterations;
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-20s %2d threads %10.1f ± %8.1f ns per code and thread (n=%d)",
        generator,
        threads,
        nanos,
        error,
        iterations);
  }

  /** JMH has no error to tell when there is a single iteration: null then. */
  String json() {
    return String.format(
        Locale.ROOT,
        "{\"at\":\"%s-%d\",\"generator\":\"%s\",\"threads\":%d,"
            + "\"nanosPerCode\":%.2f,\"errorNanos\":%s,\"iterations\":%d}",
        generator,
        threads,
        generator,
        threads,
        nanos,
        Double.isNaN(error) ? "null" : String.format(Locale.ROOT, "%.2f", error),
        iterations);
  }
}
