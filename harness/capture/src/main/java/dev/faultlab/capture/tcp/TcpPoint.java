package dev.faultlab.capture.tcp;

/**
 * One segment on a connection's time line.
 *
 * @param fromClient who sent it
 * @param payload its payload bytes
 * @param rawWindow window field of the segment
 * @param effectiveWindow that window in bytes as the receiver of the segment understands it; -1
 *     where the scale is not known
 * @param inFlight bytes that the sender of this segment has under way after it
 */
public record TcpPoint(
    long frame,
    long timeNanos,
    boolean fromClient,
    int payload,
    int rawWindow,
    long effectiveWindow,
    long inFlight) {}
