package dev.faultlab.capture;

/**
 * One segment on a connection's time line.
 *
 * @param fromClient who sent it
 * @param payload its payload bytes
 * @param rawWindow window field of the segment
 * @param effectiveWindow that window in bytes for the receiver of the segment; -1 if the scale is
 *     unknown
 * @param inFlight bytes of this segment's sender under way after it
 */
public record TcpPoint(
    long frame,
    long timeNanos,
    boolean fromClient,
    int payload,
    int rawWindow,
    long effectiveWindow,
    long inFlight) {}
