package dev.faultlab.capture.tcp;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one side of a connection sent.
 *
 * @param offer its SYN or SYN-ACK, where captured
 * @param volume how much it sent
 * @param windows the windows that it advertised after the handshake, where there is such a segment
 * @param pace when it stopped sending
 * @param delivery what the other side acknowledged of it
 */
public record TcpSide(
    Optional<Offer> offer, Volume volume, Optional<Windows> windows, Pace pace, Delivery delivery) {

  /**
   * How much was sent.
   *
   * @param segments all segments
   * @param dataSegments those with payload
   * @param bytes payload bytes, each counted once
   * @param unseenBytes bytes of the sequence space that the capture does not hold, though later
   *     bytes or an acknowledgement show that they were sent
   * @param retransmissions segments with payload that was sent before
   * @param retransmissionFrames the first of their frames
   * @param outOfOrder segments that the capture shows later than their successors
   */
  public record Volume(
      long segments,
      long dataSegments,
      long bytes,
      long unseenBytes,
      long retransmissions,
      List<Long> retransmissionFrames,
      long outOfOrder) {
    public Volume {
      retransmissionFrames = List.copyOf(retransmissionFrames);
    }
  }

  /**
   * When a sender went on, and when it stopped.
   *
   * @param maxInFlight most bytes sent and not yet acknowledged, as captured
   * @param maxInFlightFrame where
   * @param rounds how often it sent new data after the data of the round before was acknowledged: a
   *     sender that may only have one segment under way has as many rounds as segments
   * @param resumed rounds that began as soon as the one before was acknowledged, without an answer
   *     in between: it had more to send
   * @param windowLimited how often, having sent, it could not have sent another full segment within
   *     the window that the other side advertised; empty where that window's scale is not known
   * @param unscaledStops how often it could not have done so within that window if it took it for
   *     unscaled; 0 where it ever sent more than that
   */
  public record Pace(
      long maxInFlight,
      long maxInFlightFrame,
      long rounds,
      long resumed,
      Optional<Long> windowLimited,
      long unscaledStops) {}

  /**
   * What became of the data.
   *
   * @param largestAcknowledged most bytes that one segment of the other side acknowledged
   * @param last what was sent again and never acknowledged, at the end of the connection
   * @param reduced what was acknowledged only in smaller segments
   */
  public record Delivery(
      long largestAcknowledged, Optional<Unacknowledged> last, Optional<Reduced> reduced) {}

  /**
   * A segment that was sent again and never acknowledged.
   *
   * @param frame its first transmission, or the first repetition where it is not known
   * @param repetitions how often it was sent again
   * @param size bytes of the largest of these
   * @param idleNanos how long the connection, or the capture, had been silent before it
   * @param heard what the other side sent after it
   */
  public record Unacknowledged(
      long frame,
      long firstNanos,
      long lastNanos,
      int repetitions,
      int size,
      long idleNanos,
      Heard heard) {}

  /** What came from the other side. */
  public enum Heard {
    NOTHING,
    SEGMENT,
    /** A segment that only acknowledges, which something that arrived there has caused. */
    ACKNOWLEDGEMENT
  }

  /**
   * Data that was acknowledged only when it was sent in smaller segments.
   *
   * @param frame its first transmission
   * @param acknowledgedFrame where it was acknowledged
   * @param repetitions how often it was sent again in full size before that
   */
  public record Reduced(
      long frame, long acknowledgedFrame, int repetitions, int size, int smaller) {}

  public long segments() {
    return volume.segments();
  }

  public long dataSegments() {
    return volume.dataSegments();
  }

  public long retransmissions() {
    return volume.retransmissions();
  }

  public long rounds() {
    return pace.rounds();
  }

  public long maxInFlight() {
    return pace.maxInFlight();
  }

  /** As {@link Pace} has it. */
  public Optional<Long> windowLimited() {
    return pace.windowLimited();
  }

  /** Payload bytes, each counted once. */
  public long bytes() {
    return volume.bytes();
  }

  /** As {@link Volume} has it. */
  public long unseenBytes() {
    return volume.unseenBytes();
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
