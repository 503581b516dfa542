package dev.faultlab.capture;

/**
 * A line about one packet of a capture that still grows.
 *
 * @param frame 1-based, as Wireshark counts
 * @param timeNanos when, nanoseconds since 1970
 * @param who from where to where
 * @param what it says, in the words of the protocol
 */
public record LiveRow(long frame, long timeNanos, String who, String what) {}
