package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Running state of one direction. Sequence numbers are unwrapped to 64 bits. */
final class Half {
  private static final int REMEMBERED_FRAMES = 16;
  private static final long NEAR_COPY_NANOS = 200_000L;
  private static final int UNKNOWN = -1;

  // The SYN or SYN-ACK.
  boolean offered;
  private long synFrame;
  private long synNanos;
  private int synWindow;
  private int mss;
  private int windowScale;
  private int sackPermitted;
  private int timestamps;
  private int synTtl;
  private long synAgain;
  long synSequence;

  // What it sent.
  long segments;
  private long dataSegments;
  private long bytes;
  private long retransmissions;
  private List<Long> retransmissionFrames = List.of();
  private long outOfOrder;
  private long unseenBytes;
  boolean started;

  /** One behind the last byte sent. */
  long next;

  /** Up to here the other side acknowledged. */
  long acknowledged;

  private long finAt = Long.MAX_VALUE;
  private int nextIpId;
  private long nextNanos;
  private long maxInFlight;
  private long maxInFlightFrame;
  private long rounds;
  private long roundMark = Long.MIN_VALUE;
  private long windowLimited;

  // The windows that it advertised.
  final WindowState window = new WindowState();

  void offer(Packet packet, TcpOptions options) {
    if (offered) {
      synAgain++;
      return;
    }
    offered = true;
    synFrame = packet.frame();
    synNanos = packet.timeNanos();
    synWindow = packet.rawWindow();
    synSequence = packet.sequence();
    mss = options.mss;
    windowScale = options.windowScale;
    sackPermitted = options.sackPermitted;
    timestamps = options.timestamps;
    synTtl = packet.ttl();
  }

  /** Takes a segment's sequence space; true when it is a copy of the frame before. */
  boolean sent(Packet packet) {
    segments++;
    int length = packet.payloadLength();
    int space = length + (packet.has(Packet.SYN) ? 1 : 0) + (packet.has(Packet.FIN) ? 1 : 0);
    if (!started) {
      started = true;
      next = packet.sequence() + (1L << 32);
      acknowledged = next;
    }
    long from = next + (int) (packet.sequence() - next);
    long to = from + space;
    if (packet.has(Packet.FIN)) {
      finAt = Math.min(finAt, to);
    }
    if (length > 0) {
      dataSegments++;
    }
    if (to <= next) {
      return space > 0 && again(packet, from, to, length);
    }
    unseenBytes += Math.max(0, from - next);
    bytes += Math.min(length, to - next);
    next = to;
    nextIpId = packet.ipId();
    nextNanos = packet.timeNanos();
    long inFlight = next - acknowledged;
    if (length > 0) {
      if (inFlight > maxInFlight) {
        maxInFlight = inFlight;
        maxInFlightFrame = packet.frame();
      }
      if (acknowledged >= roundMark) {
        rounds++;
        roundMark = next;
      }
    }
    return false;
  }

  private boolean again(Packet packet, long from, long to, int length) {
    boolean keepAlive = length <= 1 && from == next - 1;
    if (length == 0 || keepAlive) {
      return false;
    }
    int ipId = packet.ipId();
    boolean sameAsLast = to == next;
    boolean copy =
        sameAsLast
            && (ipId > 0 ? ipId == nextIpId : packet.timeNanos() - nextNanos < NEAR_COPY_NANOS);
    if (copy) {
      dataSegments--;
      segments--;
      return true;
    }
    // Sent earlier than what is already here: the capture swapped them (serial numbers, RFC 1982).
    if (ipId > 0 && nextIpId > 0 && (short) (ipId - nextIpId) < 0) {
      outOfOrder++;
      return false;
    }
    retransmissions++;
    if (retransmissionFrames.size() < REMEMBERED_FRAMES) {
      if (retransmissionFrames.isEmpty()) {
        retransmissionFrames = new ArrayList<>(4);
      }
      retransmissionFrames.add(packet.frame());
    }
    return false;
  }

  /** The other side acknowledges up to {@code acknowledgement}; returns it unwrapped. */
  long acknowledgedUpTo(long acknowledgement) {
    if (!started) {
      started = true;
      next = acknowledgement + (1L << 32);
      acknowledged = next;
      return next;
    }
    long unwrapped = next + (int) (acknowledgement - next);
    if (unwrapped > acknowledged && unwrapped <= next) {
      acknowledged = unwrapped;
    } else if (unwrapped > next) {
      unseenBytes += unwrapped - next;
      next = unwrapped;
      acknowledged = unwrapped;
    }
    return unwrapped;
  }

  /** After a data segment: is there room for another full one within the other side's window? */
  void limitedBy(long rightEdge) {
    int segment = mss > 0 ? Math.min(mss, 1460) : 536;
    if (rightEdge - next < segment) {
      windowLimited++;
    }
  }

  boolean finished() {
    return acknowledged >= finAt;
  }

  long inFlight() {
    return next - acknowledged;
  }

  int windowScale() {
    return offered ? windowScale : TcpOptions.CUT_OFF;
  }

  int synWindow() {
    return synWindow;
  }

  TcpSide facts(int ownShift, int otherShift) {
    Optional<Offer> offer =
        offered
            ? Optional.of(
                new Offer(
                    synFrame,
                    synNanos,
                    synWindow,
                    TcpOption.of(mss),
                    TcpOption.of(windowScale),
                    TcpOption.of(sackPermitted),
                    TcpOption.of(timestamps),
                    synTtl,
                    synAgain))
            : Optional.empty();
    return new TcpSide(
        offer,
        segments,
        dataSegments,
        bytes,
        retransmissions,
        retransmissionFrames,
        outOfOrder,
        window.facts(ownShift == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(ownShift)),
        unseenBytes,
        maxInFlight,
        maxInFlightFrame,
        rounds,
        otherShift == UNKNOWN ? Optional.empty() : Optional.of(windowLimited));
  }
}
