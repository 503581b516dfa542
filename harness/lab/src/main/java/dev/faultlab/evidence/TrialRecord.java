package dev.faultlab.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.faultlab.point.Point;
import java.util.Optional;

/**
 * A trial that was carried out, as a result stores it.
 *
 * @param role its purpose; older results lack it, and measured all trials
 * @param folder relative to the run's
 * @param startedAt ISO-8601 instant; empty if unknown
 * @param loadMillis wall time of the trial's steps in milliseconds, without starting and stopping
 *     the capture
 * @param capture statistics of the capture; empty when the variant captures nothing
 * @param failure why the trial could not be carried out, one sentence with the end of the output;
 *     empty when it was
 * @param crash what crashed by itself, with the end of its log: a service that ended, or a program
 *     under test that ended with an error; empty if the failure may have another cause, such as a
 *     time limit
 */
public record TrialRecord(
    Point point,
    int index,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<TrialRole> role,
    String folder,
    String startedAt,
    long loadMillis,
    Optional<CaptureStats> capture,
    Optional<String> failure,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> crash) {}
