package dev.faultlab.capture.tcp;

/**
 * What one side offers in its SYN or SYN-ACK.
 *
 * @param frame where it stands
 * @param timeNanos when, nanoseconds since 1970
 * @param rawWindow the window field; never scaled in a segment with SYN (RFC 7323 2.2)
 * @param ttl IPv4 time to live or IPv6 hop limit
 * @param retransmissions how often the segment was sent again
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
