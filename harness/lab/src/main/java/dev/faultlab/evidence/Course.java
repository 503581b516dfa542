package dev.faultlab.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * How a trial went.
 *
 * @param startedAt ISO-8601 instant; empty where that is not known
 * @param loadMillis wall time of the trial's steps in milliseconds, without starting and stopping
 *     the capture
 * @param capture statistics of the capture; empty when the variant captures nothing
 * @param failure why the trial could not be carried out, one sentence with the end of what was
 *     said; empty when it was
 * @param crash what broke down by itself, with the end of its log: a service that ended, or a
 *     program of the component under test that ended with an error; empty where the failure may
 *     have another cause, such as a time limit
 */
public record Course(
    String startedAt,
    long loadMillis,
    Optional<CaptureStats> capture,
    Optional<String> failure,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> crash) {

  /** Of a trial that was carried out, some time. */
  public static Course done(Optional<CaptureStats> capture) {
    return new Course("", 0, capture, Optional.empty(), Optional.empty());
  }
}
