package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import java.util.OptionalInt;

/** Running state of one direction. Sequence numbers are unwrapped to 64 bits. */
final class DirectionState {
  /** A frame that the capture has twice follows this closely. */
  static final long NEAR_COPY_NANOS = 200_000L;

  private static final int UNKNOWN = -1;
  private static final int GAPS_BYTES = 650;

  final SynState syn = new SynState();
  final WindowState window = new WindowState();
  final PaceState pace = new PaceState();
  final DeliveryState delivery = new DeliveryState();
  private final ClosingState closing = new ClosingState();
  private SequenceGaps gaps;

  /** Memory that this direction has taken since it began, in bytes. */
  int extraBytes;

  long segments;
  private long dataSegments;
  private long bytes;
  private long retransmissions;
  private long outOfOrder;
  private boolean started;

  /** One after the last byte sent. */
  long next;

  /** Up to here the other side has acknowledged. */
  private long acknowledged;

  private long finAt = Long.MAX_VALUE;
  private int nextIpId;
  private long nextNanos;
  private long repeatedSequence = -1;
  private int repeatedIpId;
  private long repeatedNanos;

  /**
   * Takes a segment's sequence space; true for a copy of the frame before.
   *
   * @param idleNanos since the previous segment on the connection, of either side
   * @param rttNanos of the handshake; 0 if unknown
   * @param first bytes of the frame's first segment
   */
  boolean sent(Packet packet, long idleNanos, long rttNanos, int first) {
    segments++;
    int length = packet.payloadLength;
    int space = length + (packet.has(Packet.SYN) ? 1 : 0) + (packet.has(Packet.FIN) ? 1 : 0);
    if (!started) {
      startAt(packet.sequence);
    }
    long from = next + (int) (packet.sequence - next);
    long to = from + space;
    if (packet.has(Packet.FIN)) {
      finAt = Math.min(finAt, to);
    }
    if (length > 0) {
      dataSegments++;
    }
    if (to < next && from == next - 1 && packet.flags == Packet.ACK) {
      delivery.probe(packet, idleNanos);
    }
    if (to <= next) {
      return length > 0 && isRetransmission(packet, from, to);
    }
    if (from > next) {
      openGap(next, from, packet, idleNanos);
    }
    if (length > 0 && inFlight() == 0) {
      delivery.begins(packet, idleNanos, length % first);
    } else if (length > 0 && from <= acknowledged) {
      delivery.repeated(packet);
    } else if (length > 0) {
      delivery.addFollowing((length - 1) % first + 1);
    }
    bytes += Math.min(length, to - next);
    next = to;
    nextIpId = packet.ipId;
    nextNanos = packet.timeNanos;
    if (length > 0) {
      pace.sent(packet, acknowledged, next, rttNanos, syn.segmentSize);
    }
    return false;
  }

  /** A segment without new bytes after {@link #next}. */
  private boolean isRetransmission(Packet packet, long from, long to) {
    boolean keepAlive = packet.payloadLength == 1 && from == next - 1;
    int ipId = packet.ipId;
    boolean isNear = packet.timeNanos - nextNanos < NEAR_COPY_NANOS;
    boolean isCopy = to == next && (ipId > 0 ? ipId == nextIpId : isNear);
    long elapsedNanos = packet.timeNanos - repeatedNanos;
    isCopy |=
        packet.sequence == repeatedSequence
            && (elapsedNanos < NEAR_COPY_NANOS
                || ipId > 0 && ipId == repeatedIpId && elapsedNanos < SynState.SAME_ID_NANOS);
    repeatedSequence = packet.sequence;
    repeatedIpId = ipId;
    repeatedNanos = packet.timeNanos;
    if (isCopy && !keepAlive) {
      dataSegments--;
      segments--;
      return true;
    }
    bytes += gaps == null ? 0 : gaps.fill(from, to);
    // Sent before the last one: the capture swapped them (serial numbers, RFC 1982).
    boolean isSwapped = ipId > 0 && nextIpId > 0 && (short) (ipId - nextIpId) < 0;
    if (isSwapped) {
      outOfOrder++;
    } else if (!keepAlive) {
      if (from <= acknowledged && acknowledged < to) {
        delivery.repeated(packet);
      }
      retransmissions++;
      pace.partial = false;
    }
    return false;
  }

  private void startAt(long sequence) {
    started = true;
    next = sequence + (1L << 32);
    acknowledged = next;
  }

  private void openGap(long from, long to, Packet packet, long idleNanos) {
    if (to - from == 1 && bytes == 0 && !syn.isSeen()) {
      // A keepalive probe repeats the last number before the capture (RFC 9293 3.8.4).
      return;
    }
    if (gaps == null) {
      gaps = new SequenceGaps();
      extraBytes += GAPS_BYTES;
    }
    gaps.open(from, to, packet.timeNanos - idleNanos, packet.timeNanos);
  }

  /** The other side sent a segment; returns its acknowledgement, unwrapped. */
  long acknowledgedBy(Packet packet, long idleNanos) {
    long acknowledgement = packet.acknowledgement;
    delivery.received(packet);
    if (packet.payloadLength > 0) {
      pace.answered = true;
    }
    if (!started) {
      startAt(acknowledgement);
      return next;
    }
    long unwrapped = next + (int) (acknowledgement - next);
    if (unwrapped > next) {
      openGap(next, unwrapped, packet, idleNanos);
      next = unwrapped;
    }
    if (unwrapped > acknowledged) {
      delivery.acknowledged(unwrapped - acknowledged, unwrapped == next, packet);
      acknowledged = unwrapped;
      pace.acknowledged(unwrapped, packet.timeNanos);
    }
    return unwrapped;
  }

  /**
   * @param idleNanos how long the connection was silent before
   */
  void ends(Packet packet, long idleNanos) {
    closing.add(packet, idleNanos);
  }

  /** Whether it has just sent its first data, as far as captured. */
  boolean beginsNow() {
    return dataSegments == 1;
  }

  boolean isFinished() {
    return acknowledged >= finAt;
  }

  long inFlight() {
    return next - acknowledged;
  }

  /** Whether the capture shows a SYN of this side, and nothing after it. */
  boolean hasOnlySentSyn() {
    return syn.isSeen() && (int) (next - syn.sequence) == 1;
  }

  TcpSide facts(int ownShift, int otherShift) {
    SequenceGaps.MissingBytes unseen =
        gaps == null ? SequenceGaps.MissingBytes.NONE : gaps.unseenBefore(acknowledged, next);
    return new TcpSide(
        syn.facts(),
        new TcpSide.Volume(
            segments,
            dataSegments,
            bytes,
            unseen.bytes(),
            unseen.sinceNanos(),
            unseen.untilNanos(),
            gaps == null ? 0 : gaps.lostAfter(acknowledged),
            retransmissions,
            outOfOrder),
        window.facts(ownShift == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(ownShift)),
        pace.facts(otherShift != UNKNOWN),
        delivery.facts(),
        closing.facts());
  }
}
