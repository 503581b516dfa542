package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;

/** Follows when one side sends and when it stops: for an acknowledgement, or for the window. */
final class PaceState {
  private static final long SLACK_NANOS = 1_000_000L;

  /** Linux delays acknowledgements by 40 ms, others by up to 500 ms (RFC 1122 4.2.3.2). */
  private static final long MIN_DELAY_NANOS = 30_000_000L;

  private static final long MAX_DELAY_NANOS = 510_000_000L;

  private long maxInFlight;
  private long maxInFlightFrame;
  private long rounds;
  private long roundMark = Long.MIN_VALUE;
  private long windowLimited;
  private long resumed;
  private long stops;
  private long held;
  private long earlyPartial;

  /** The last segment was not full, and was sent once. */
  boolean partial;

  private boolean beyondUnscaledEdge;
  private long sentNanos;
  private long acknowledgedNanos;

  /** The other side sent data. */
  boolean answered;

  private boolean roundIsOver;
  private int largest;

  /**
   * A segment with new data.
   *
   * @param full bytes of a full one
   */
  void sent(Packet packet, long acknowledged, long next, long rttNanos, int full) {
    boolean isSmall = packet.payloadLength < full / 4 * 3;
    largest = Math.max(largest, packet.payloadLength);
    if (next - acknowledged > maxInFlight) {
      maxInFlight = next - acknowledged;
      maxInFlightFrame = packet.frame;
    }
    if (acknowledged >= roundMark) {
      rounds++;
      long paused = packet.timeNanos - acknowledgedNanos;
      long waited = acknowledgedNanos - sentNanos;
      if (rounds > 1
          && !answered
          && paused <= Math.max(waited, rttNanos + rttNanos / 2 + SLACK_NANOS)) {
        resumed++;
        long delay = waited - rttNanos;
        boolean delayed = delay >= MIN_DELAY_NANOS && delay <= MAX_DELAY_NANOS;
        boolean atOnce = paused <= rttNanos + rttNanos / 2 + SLACK_NANOS;
        held += rttNanos > 0 && partial && isSmall && delayed && atOnce ? 1 : 0;
      }
      roundMark = next;
      roundIsOver = false;
    }
    earlyPartial += partial && isSmall && acknowledged < roundMark && next > roundMark ? 1 : 0;
    partial = isSmall;
    sentNanos = packet.timeNanos;
    answered = false;
  }

  void acknowledged(long upTo, long nanos) {
    if (upTo >= roundMark && !roundIsOver) {
      roundIsOver = true;
      acknowledgedNanos = nanos;
    }
  }

  /** After a data segment: does another full one fit within the other side's window? */
  void limitedBy(WindowState window, long next, int segmentSize) {
    if (window.edge - next < segmentSize) {
      windowLimited++;
    }
    beyondUnscaledEdge |= next > window.unscaledEdge;
    stops += next > window.unscaledEdge - largest ? 1 : 0;
  }

  TcpSide.Pace facts(boolean windowKnown) {
    return new TcpSide.Pace(
        maxInFlight,
        maxInFlightFrame,
        rounds,
        resumed,
        held,
        earlyPartial,
        windowKnown ? Optional.of(windowLimited) : Optional.empty(),
        beyondUnscaledEdge ? 0 : stops);
  }
}
