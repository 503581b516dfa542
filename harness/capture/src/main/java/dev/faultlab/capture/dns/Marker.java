package dev.faultlab.capture.dns;

/**
 * A query for a name in the zone {@code marker.lab.}, which opens and closes a trial: where both
 * are in the capture, what lies between is complete.
 *
 * @param label what stands before the zone
 */
public record Marker(String label, long frame, long timeNanos) {}
