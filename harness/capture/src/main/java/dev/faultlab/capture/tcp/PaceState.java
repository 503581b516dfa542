package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;

/** Follows when one side sends and when it stops: for an acknowledgement, or for the window. */
final class PaceState {
  private static final long SLACK_NANOS = 1_000_000L;

  private long maxInFlight;
  private long maxInFlightFrame;
  private long rounds;
  private long roundMark = Long.MIN_VALUE;
  private long windowLimited;
  private long resumed;
  private long stops;
  private boolean beyond;
  private long sentNanos;
  private long acknowledgedNanos;

  /** The other side sent data. */
  boolean answered;

  private boolean roundIsOver;
  private int largest;

  /** A segment with new data. */
  void sent(Packet packet, long acknowledged, long next, long rttNanos) {
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
      }
      roundMark = next;
      roundIsOver = false;
    }
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
    beyond |= next > window.unscaledEdge;
    stops += next > window.unscaledEdge - largest ? 1 : 0;
  }

  TcpSide.Pace facts(boolean windowKnown) {
    return new TcpSide.Pace(
        maxInFlight,
        maxInFlightFrame,
        rounds,
        resumed,
        windowKnown ? Optional.of(windowLimited) : Optional.empty(),
        beyond ? 0 : stops);
  }
}
