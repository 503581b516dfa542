package dev.faultlab.storm;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.ExponentialBackoff;

/** When a client that was refused, or has lost its connection, comes again. */
interface Backoff {
  /** How ClusterConnectionStates of Kafka's clients makes its own. */
  int MULTIPLIER = 2;

  double JITTER = 0.2;

  /**
   * @param now by {@link System#nanoTime}
   * @param failures in a row before this one
   * @return a time by the same clock
   */
  long retryAt(long now, int failures);

  /** All of them at the same moments: the multiples of a duration. */
  static Backoff together(Duration every) {
    long nanos = every.toNanos();
    return (now, failures) -> (now / nanos + 1) * nanos;
  }

  /**
   * As Kafka's clients do it, by their own class.
   *
   * @param first {@code reconnect.backoff.ms}
   * @param most {@code reconnect.backoff.max.ms}
   */
  static Backoff kafkas(Duration first, Duration most) {
    ExponentialBackoff drawn =
        new ExponentialBackoff(first.toMillis(), MULTIPLIER, most.toMillis(), JITTER);
    return (now, failures) -> now + TimeUnit.MILLISECONDS.toNanos(drawn.backoff(failures));
  }
}
