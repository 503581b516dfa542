package dev.faultlab.capture.tcp;

import dev.faultlab.capture.packet.Packet;

/**
 * Detects that the capture has a connection twice: on both sides of a box that shifts sequence
 * numbers, such as a firewall that randomises them. The two sides differ by a constant in each
 * direction. Only the side that is seen first is followed: mixed, they would look as if gigabytes
 * were missing.
 */
final class BothSides {
  private static final long COPY_NANOS = 10_000_000L;
  private static final long SAME_ID_NANOS = 1_000_000_000L;

  /**
   * The limits for a copy: different segments hardly follow each other this closely at a constant
   * distance.
   */
  private static final int MIN_DISTANCE = 1 << 24;

  private final LastSegment a = new LastSegment();
  private final LastSegment b = new LastSegment();

  /** The last segment of one sender, and the difference to the other side's numbers. */
  private static final class LastSegment {
    private boolean seen;
    private boolean ofOtherSide;
    private int sequence;
    private int acknowledgement;
    private int flags;
    private int length;
    private int window;
    private int ipId;
    private long nanos;
    private int shift;

    /**
     * Whether it is the same segment again, apart from sequence numbers. A box may change its IP
     * identification. Without a sign of a box, that is another segment: some servers answer each
     * repetition of a SYN with a new SYN-ACK.
     */
    boolean isCopy(Packet packet, boolean boxKnown) {
      boolean sameShape =
          seen
              && packet.flags == flags
              && packet.payloadLength == length
              && packet.rawWindow == window;
      long elapsedNanos = packet.timeNanos - nanos;
      boolean sameId = ipId > 0 && ipId == packet.ipId;
      boolean otherId = ipId > 0 && packet.ipId > 0 && !sameId;
      boolean first = (packet.flags & (Packet.SYN | Packet.ACK)) == Packet.SYN;
      return sameShape
          && (elapsedNanos <= COPY_NANOS && (first || boxKnown || !otherId)
              || sameId && elapsedNanos <= SAME_ID_NANOS);
    }

    boolean isNearerToOtherSide(long number, long expected) {
      int ahead = (int) (number - expected);
      return shift != 0 && Math.abs((long) (int) ((long) ahead - shift)) < Math.abs((long) ahead);
    }

    void update(Packet packet, boolean other) {
      seen = true;
      ofOtherSide = other;
      sequence = (int) packet.sequence;
      acknowledgement = (int) packet.acknowledgement;
      flags = packet.flags;
      length = packet.payloadLength;
      window = packet.rawWindow;
      ipId = packet.ipId;
      nanos = packet.timeNanos;
    }
  }

  /**
   * Whether a SYN with another sequence number is the same one on the other side of a box.
   *
   * @param isFirst the sender's first SYN
   * @param answered whether the other end has sent anything
   */
  boolean isCopy(Packet syn, boolean fromA, long isFirst, boolean answered) {
    LastSegment last = fromA ? a : b;
    boolean isKnown = last.shift != 0 && (int) syn.sequence == (int) isFirst + last.shift;
    return isKnown || !answered && last.isCopy(syn, false);
  }

  /** Whether the segment is from the other side of the box, and must not be counted. */
  boolean isFromOtherSide(
      Packet packet, boolean fromA, DirectionState sender, DirectionState receiver) {
    LastSegment own = fromA ? a : b;
    LastSegment peers = fromA ? b : a;
    boolean ack = packet.has(Packet.ACK);
    boolean fromOther =
        own.isNearerToOtherSide(packet.sequence, sender.next)
            || ack && peers.isNearerToOtherSide(packet.acknowledgement, receiver.next);
    if (own.isCopy(packet, peers.shift != 0)) {
      int sequences = (int) packet.sequence - own.sequence;
      int acknowledgements = ack ? (int) packet.acknowledgement - own.acknowledgement : 0;
      if (isShift(sequences, packet) || isShift(acknowledgements, packet)) {
        fromOther = !own.ofOtherSide;
        int sign = fromOther ? 1 : -1;
        own.shift = own.shift != 0 ? own.shift : sign * sequences;
        peers.shift = peers.shift != 0 ? peers.shift : sign * acknowledgements;
      }
    }
    own.update(packet, fromOther);
    return fromOther;
  }

  private static boolean isShift(int difference, Packet packet) {
    return Math.abs((long) difference) >= MIN_DISTANCE || difference != 0 && packet.has(Packet.SYN);
  }
}
