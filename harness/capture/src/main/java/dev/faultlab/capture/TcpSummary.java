package dev.faultlab.capture;

import java.util.List;

/**
 * The TCP of one capture.
 *
 * @param connections in the order of their first frame
 * @param coverage of the capture
 * @param end whether the capture was read to its end
 */
public record TcpSummary(List<TcpConnection> connections, Coverage coverage, End end) {}
