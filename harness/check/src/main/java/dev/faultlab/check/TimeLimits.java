package dev.faultlab.check;

import java.time.Duration;
import java.util.Optional;

/**
 * The time limits in a check file.
 *
 * @param recover until a service that is harmed must be well again
 * @param deadline of an answer; a later one is harm
 * @param callsEvery time between two calls of a service that calls by itself and is not asked
 */
public record TimeLimits(
    Duration recover, Optional<Duration> deadline, Optional<Duration> callsEvery) {
  /** The limits of a file without these keys. */
  public static final TimeLimits DEFAULT =
      new TimeLimits(Duration.ofSeconds(60), Optional.empty(), Optional.empty());
}
