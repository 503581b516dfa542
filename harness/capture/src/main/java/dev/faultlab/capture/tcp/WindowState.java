package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;
import java.util.OptionalInt;

/** Follows the windows that one side advertises after the handshake, and their right edge. */
final class WindowState {
  private boolean seen;
  private int firstRaw;
  private long firstFrame;
  private int firstTtl;
  private int minRaw = Integer.MAX_VALUE;
  private int maxRaw;

  // The newest segment in the order of sending.
  private long newestAck = Long.MIN_VALUE;
  private int newestIpId;
  private int newestTimestamp;
  private boolean hasTimestamp;

  long edge = Long.MIN_VALUE;

  /** The right edge for a sender that does not know the scale. */
  long unscaledEdge = Long.MIN_VALUE;

  private long synEdge = Long.MIN_VALUE;
  private int synWindow;
  private long shortSegments;
  private long shortFirstFrame;
  private long largestShortfall;
  private long reachedFrame;

  /** The edge that the SYN or SYN-ACK gave: its window is never scaled. */
  void fromSyn(long acknowledged, int window) {
    if (synEdge == Long.MIN_VALUE) {
      synEdge = acknowledged + window;
      synWindow = window;
      edge = synEdge;
      unscaledEdge = synEdge;
      newestAck = acknowledged;
    }
  }

  /** A segment after the handshake; {@code shift} is -1 if unknown. */
  void advertised(Packet packet, long acknowledged, int shift, boolean stamped, int timestamp) {
    int raw = packet.rawWindow;
    if (!seen) {
      seen = true;
      firstRaw = raw;
      firstFrame = packet.frame;
      firstTtl = packet.ttl;
    }
    minRaw = Math.min(minRaw, raw);
    maxRaw = Math.max(maxRaw, raw);
    if (shift < 0) {
      return;
    }
    long newEdge = acknowledged + ((long) raw << shift);
    if (synEdge != Long.MIN_VALUE) {
      againstSyn(packet, newEdge, shift);
    }
    if (isNewer(packet, acknowledged, stamped, timestamp)) {
      newestAck = acknowledged;
      newestIpId = packet.ipId;
      newestTimestamp = timestamp;
      hasTimestamp = stamped;
      edge = newEdge;
      unscaledEdge = acknowledged + raw;
    }
  }

  private void againstSyn(Packet packet, long newEdge, int shift) {
    long shortfall = synEdge - newEdge;
    // Off by a factor of two is half the window; rounding to the scale can hide up to 2^shift
    // bytes.
    // A zero window is flow control or memory pressure, whatever its edge.
    if (shortfall > Math.max(synWindow / 4, 1 << shift) && packet.rawWindow > 0) {
      shortSegments++;
      if (shortFirstFrame == 0) {
        shortFirstFrame = packet.frame;
      }
      largestShortfall = Math.max(largestShortfall, shortfall);
    } else if (shortfall <= 0 && reachedFrame == 0) {
      reachedFrame = packet.frame;
    }
  }

  /**
   * Captures swap segments. An acknowledgement or a time stamp (RFC 7323 3) that goes back marks an
   * older segment; so does the IPv4 identification if the sender increments it per connection.
   */
  private boolean isNewer(Packet packet, long acknowledged, boolean stamped, int timestamp) {
    if (acknowledged != newestAck) {
      return acknowledged > newestAck;
    }
    if (stamped && hasTimestamp && timestamp != newestTimestamp) {
      return timestamp - newestTimestamp > 0;
    }
    int ipId = packet.ipId;
    return ipId <= 0 || newestIpId <= 0 || (short) (ipId - newestIpId) >= 0;
  }

  Optional<TcpSide.Windows> facts(OptionalInt shift) {
    if (!seen) {
      return Optional.empty();
    }
    Optional<TcpSide.RightEdge> rightEdge =
        shift.isPresent()
            ? Optional.of(
                new TcpSide.RightEdge(
                    shortSegments, shortFirstFrame, largestShortfall, reachedFrame))
            : Optional.empty();
    return Optional.of(
        new TcpSide.Windows(firstRaw, firstFrame, firstTtl, minRaw, maxRaw, shift, rightEdge));
  }
}
