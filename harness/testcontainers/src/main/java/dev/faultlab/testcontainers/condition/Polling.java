package dev.faultlab.testcontainers.condition;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Awaits states of other containers. */
final class Polling {
  private static final long PAUSE_MILLIS = 100;

  /** Whether the state was reached within {@code seconds}. */
  static boolean await(long seconds, BooleanSupplier state) {
    long deadline = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    while (!state.getAsBoolean()) {
      if (System.nanoTime() >= deadline) {
        return false;
      }
      pause(Duration.ofMillis(PAUSE_MILLIS));
    }
    return true;
  }

  /** Lets time pass that is itself part of a condition, such as a TTL. */
  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a condition took effect", e);
    }
  }
}
