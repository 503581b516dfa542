package dev.faultlab.capture.tcp;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one side of a connection sent.
 *
 * @param offer its SYN or SYN-ACK, where captured
 * @param segments all its segments
 * @param dataSegments those with payload
 * @param bytes payload bytes, each counted once
 * @param retransmissions segments with payload that was sent before
 * @param retransmissionFrames the first of their frames
 * @param outOfOrder segments that the capture shows later than their successors
 * @param windows the windows that it advertised after the handshake, where there is such a segment
 * @param unseenBytes bytes of its sequence space that the capture does not hold, though later bytes
 *     or an acknowledgement show that they were sent
 * @param maxInFlight most bytes sent and not yet acknowledged, as captured
 * @param rounds how often it sent new data after the data of the round before was acknowledged: a
 *     sender that may only have one segment under way has as many rounds as segments
 * @param windowLimited how often, having sent, it could not have sent another full segment within
 *     the window that the other side advertised; empty where that window's scale is not known
 */
public record TcpSide(
    Optional<Offer> offer,
    long segments,
    long dataSegments,
    long bytes,
    long retransmissions,
    List<Long> retransmissionFrames,
    long outOfOrder,
    Optional<Windows> windows,
    long unseenBytes,
    long maxInFlight,
    long maxInFlightFrame,
    long rounds,
    Optional<Long> windowLimited) {

  public TcpSide {
    retransmissionFrames = List.copyOf(retransmissionFrames);
  }

  /**
   * Windows of the segments after the handshake, resets left out.
   *
   * @param firstRaw window field of the first one
   * @param firstFrame where that stands
   * @param firstTtl its time to live: another one than that of the SYN-ACK means another machine
   * @param shift the window scale that the other side has to apply, by what the two SYNs say (RFC
   *     7323 2.2); 0 where one did not offer it; empty where the capture does not tell
   * @param edge how the right edge of the window moved; empty where the shift is not known
   */
  public record Windows(
      int firstRaw,
      long firstFrame,
      int firstTtl,
      int minRaw,
      int maxRaw,
      int lastRaw,
      OptionalInt shift,
      Optional<RightEdge> edge) {

    /** A raw window in bytes as the other side understands it. */
    public OptionalInt effective(int raw) {
      return shift.isPresent() ? OptionalInt.of(raw << shift.getAsInt()) : OptionalInt.empty();
    }
  }

  /**
   * The right edge of the window is the acknowledgement number plus the scaled window: the first
   * byte that the other side must not send. RFC 9293 3.8.6 discourages moving it back.
   *
   * @param retreats segments that moved it back by more than the rounding of the scale allows
   * @param largestRetreat most bytes that it moved back, segments taken in the order in which they
   *     were sent, not captured
   * @param largestRetreatFrame where
   * @param shortSegments segments with a window above zero whose right edge is further than a
   *     quarter of the SYN's window, and than the rounding of the scale, behind the edge that the
   *     SYN gave; does not depend on the order of segments
   * @param shortFirstFrame the first of these, or 0
   * @param largestShortfall most bytes behind the SYN's edge
   * @param reachedFrame the first segment whose edge is not behind the SYN's, or 0
   */
  public record RightEdge(
      long retreats,
      long largestRetreat,
      long largestRetreatFrame,
      long shortSegments,
      long shortFirstFrame,
      long largestShortfall,
      long reachedFrame) {}
}
