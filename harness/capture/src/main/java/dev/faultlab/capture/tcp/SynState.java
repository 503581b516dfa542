package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;

/** The SYN or SYN-ACK of one side. */
final class SynState {
  static final long SAME_ID_NANOS = 1_000_000_000L;

  private Offer offer;
  private int lastIpId;
  long lastNanos;
  long sequence;

  /** The size of a full segment of this side, as far as known. */
  int segmentSize = 536;

  /**
   * Bytes of the first segment that this side receives of a frame: a frame that the sender's card
   * cuts into segments is captured before that.
   */
  int firstSegment(Packet frame) {
    int full = isSeen() ? offer.options().mss().value() - frame.optionsLength : 0;
    return full > 0 ? Math.min(full, frame.payloadLength) : frame.payloadLength;
  }

  void add(Packet packet) {
    long elapsedNanos = packet.timeNanos - lastNanos;
    boolean isCopy =
        offer != null
            && packet.sequence == sequence
            && (elapsedNanos < DirectionState.NEAR_COPY_NANOS
                || elapsedNanos < SAME_ID_NANOS && packet.ipId > 0 && packet.ipId == lastIpId);
    lastIpId = packet.ipId;
    lastNanos = packet.timeNanos;
    if (isCopy) {
      return;
    }
    Offer.Options options = TcpOptions.of(packet);
    if (offer == null) {
      int mss = options.mss().value();
      segmentSize = mss > 0 ? Math.min(mss, 1460) : segmentSize;
      sequence = packet.sequence;
      offer = new Offer(packet.frame, packet.timeNanos, packet.rawWindow, options, packet.ttl, 0);
      return;
    }
    Offer.Options first = offer.options();
    boolean differs =
        packet.sequence == sequence && !options.windowScale().equals(first.windowScale());
    // Some stacks leave options out without an answer: which SYN was answered is not known.
    TcpOption scale = differs ? TcpOption.CUT_OFF : first.windowScale();
    offer =
        new Offer(
            offer.frame(),
            offer.timeNanos(),
            offer.rawWindow(),
            new Offer.Options(first.mss(), scale, first.sackPermitted(), first.timestamps()),
            offer.ttl(),
            offer.retransmissions() + 1);
  }

  boolean isSeen() {
    return offer != null;
  }

  long transmissions() {
    return isSeen() ? 1 + offer.retransmissions() : 0;
  }

  boolean seenOnce() {
    return isSeen() && offer.retransmissions() == 0;
  }

  int window() {
    return offer.rawWindow();
  }

  /** Unknown without a SYN, or if a repetition has another value. */
  TcpOption windowScale() {
    return isSeen() ? offer.options().windowScale() : TcpOption.CUT_OFF;
  }

  Optional<Offer> facts() {
    return Optional.ofNullable(offer);
  }
}
