package dev.faultlab.capture.packet;

/**
 * A line about one packet of a growing capture.
 *
 * @param frame 1-based, as Wireshark counts
 * @param timeNanos when, nanoseconds since 1970
 * @param who source and destination
 * @param what contents, in the words of the protocol
 */
public record LiveRow(long frame, long timeNanos, String who, String what) {}
