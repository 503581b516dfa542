package dev.faultlab.capture;

/**
 * The offer of one side in its SYN or SYN-ACK.
 *
 * @param frame of the segment
 * @param timeNanos when, nanoseconds since 1970
 * @param rawWindow the window field; never scaled in a segment with SYN (RFC 7323 2.2)
 * @param ttl IPv4 time to live or IPv6 hop limit
 * @param retransmissions of the segment
 */
public record Offer(
    long frame, long timeNanos, int rawWindow, Options options, int ttl, long retransmissions) {

  /**
   * The TCP options in it.
   *
   * @param windowScale the shift count
   */
  public record Options(
      TcpOption mss, TcpOption windowScale, TcpOption sackPermitted, TcpOption timestamps) {}
}
