package dev.faultlab.capture;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one side of a connection sent.
 *
 * @param offer its SYN or SYN-ACK, where captured
 * @param volume how much it sent
 * @param windows advertised after the handshake, if there is such a segment
 * @param pace of its sending
 * @param delivery acknowledgements by the other side
 * @param closing how it ended the connection, and from how far away it sent
 */
public record TcpSide(
    Optional<Offer> offer,
    Volume volume,
    Optional<Windows> windows,
    Pace pace,
    Delivery delivery,
    Closing closing) {

  /** {@return whether this side repeated data, or sent keepalive probes, and heard nothing more} */
  public boolean gotNoReply() {
    return delivery.probes > 0
        || delivery.last.filter(each -> each.heard() == Heard.NOTHING).isPresent();
  }

  /**
   * How a side ended the connection.
   *
   * @param fin its first FIN
   * @param reset its first RST
   * @param minTtl smallest time to live of its segments without SYN, FIN and RST; 0 if there is
   *     none
   * @param maxTtl the largest
   */
  public record Closing(Optional<Mark> fin, Optional<Mark> reset, int minTtl, int maxTtl) {}

  /**
   * A FIN or RST.
   *
   * @param ttl its time to live: another value than the side's other segments means another machine
   * @param idleNanos how long the connection, or the capture, had been silent before it; for a RST
   *     that answers data or a keepalive probe, before these
   */
  public record Mark(long frame, long timeNanos, int ttl, long idleNanos) {}

  /**
   * How much was sent.
   *
   * @param segments all segments
   * @param dataSegments those with payload
   * @param bytes payload bytes, each counted once
   * @param unseenBytes bytes that are missing in the capture although later bytes or an
   *     acknowledgement show that they were sent; no keepalive, no FIN
   * @param unseenSinceNanos after which time the first of them was sent
   * @param unseenUntilNanos before which time the last of them was sent
   * @param lostBytes size of a range that was never acknowledged and never came, although later
   *     bytes did
   * @param retransmissions segments with payload that was sent before
   * @param outOfOrder segments that the capture has later than their successors
   */
  public record Volume(
      long segments,
      long dataSegments,
      long bytes,
      long unseenBytes,
      long unseenSinceNanos,
      long unseenUntilNanos,
      long lostBytes,
      long retransmissions,
      long outOfOrder) {}

  /**
   * When a sender continued, and when it stopped.
   *
   * @param maxInFlight most bytes sent and not yet acknowledged, as captured
   * @param maxInFlightFrame its frame
   * @param rounds how often it sent new data after the previous round's data was acknowledged: a
   *     sender limited to one segment under way has as many rounds as segments
   * @param resumed rounds that began as soon as the previous one was acknowledged, without an
   *     answer in between: it had more to send
   * @param held how often less than a full segment waited for the acknowledgement of another one,
   *     which came alone and at least 30 ms later than a round trip takes: Nagle's algorithm and a
   *     delayed acknowledgement (RFC 1122 4.2.3.2, 4.2.3.4)
   * @param eager how often less than a full segment did not wait for that of another one
   * @param windowLimited how often no further full segment fitted within the window that the other
   *     side advertised; empty if that window's scale is unknown
   * @param unscaledStops the same for that window taken as unscaled; 0 if it ever sent more than
   *     that
   */
  public record Pace(
      long maxInFlight,
      long maxInFlightFrame,
      long rounds,
      long resumed,
      long held,
      long eager,
      Optional<Long> windowLimited,
      long unscaledStops) {}

  /**
   * Which data was acknowledged.
   *
   * @param largestAcknowledged most bytes that one segment of the other side acknowledged
   * @param last segment that was repeated and never acknowledged, at the end of the connection
   * @param reduced data that was acknowledged only in smaller segments
   * @param survivedIdleNanos longest silence of the connection before data that was acknowledged
   * @param probes keepalive probes since the other side's last segment
   */
  public record Delivery(
      long largestAcknowledged,
      Optional<Unacknowledged> last,
      Optional<Reduced> reduced,
      long survivedIdleNanos,
      int probes) {}

  /**
   * A segment that was repeated and never acknowledged.
   *
   * @param frame its first transmission, or the first repetition if that is unknown
   * @param repetitions their number
   * @param size bytes of the largest of these
   * @param idleNanos how long the connection, or the capture, had been silent before
   * @param heard segments of the other side after it
   * @param smallestBehind bytes of the smallest new segment sent after it; 0 if there was none
   */
  public record Unacknowledged(
      long frame,
      long firstNanos,
      long lastNanos,
      int repetitions,
      int size,
      long idleNanos,
      Heard heard,
      int smallestBehind) {}

  /** The segments from the other side. */
  public enum Heard {
    /** None. */
    NOTHING,
    /** Others than acknowledgements alone. */
    SEGMENT,
    /** A pure acknowledgement, caused by something that arrived there. */
    ACKNOWLEDGEMENT
  }

  /**
   * Data that was acknowledged only when it was repeated in smaller segments.
   *
   * @param frame its first transmission
   * @param acknowledgedFrame frame of the acknowledgement
   * @param repetitions in full size before that
   */
  public record Reduced(
      long frame, long acknowledgedFrame, int repetitions, int size, int smaller) {}

  /**
   * Windows of the segments after the handshake, resets left out.
   *
   * @param firstRaw window field of the first one
   * @param firstFrame its frame
   * @param firstTtl its time to live: another value than the SYN-ACK's means another machine
   * @param shift the window scale that the other side must apply, by the two SYNs (RFC 7323 2.2); 0
   *     if one did not offer it; empty if unknown
   * @param edge movement of the right edge of the window; empty if the shift is unknown
   */
  public record Windows(
      int firstRaw,
      long firstFrame,
      int firstTtl,
      int minRaw,
      int maxRaw,
      OptionalInt shift,
      Optional<RightEdge> edge) {

    /**
     * A raw window in bytes for the other side.
     *
     * @param raw window field
     * @return empty if the scale is unknown
     */
    public OptionalInt effective(int raw) {
      return shift.isPresent() ? OptionalInt.of(raw << shift.getAsInt()) : OptionalInt.empty();
    }
  }

  /**
   * The right edge of the window is the acknowledgement number plus the scaled window: the first
   * byte that the other side must not send. RFC 9293 3.8.6 discourages moving it back.
   *
   * @param shortSegments segments with a window above zero whose right edge is further than a
   *     quarter of the SYN's window, and than the rounding of the scale, behind the edge that the
   *     SYN gave; does not depend on the order of segments
   * @param shortFirstFrame the first of these, or 0
   * @param largestShortfall most bytes behind the SYN's edge
   * @param reachedFrame the first segment whose edge is not behind the SYN's, or 0
   */
  public record RightEdge(
      long shortSegments, long shortFirstFrame, long largestShortfall, long reachedFrame) {}
}
