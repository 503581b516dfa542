package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;

/** The SYN or SYN-ACK of one side. */
final class SynState {
  private boolean seen;
  private long frame;
  private long nanos;
  private int window;
  private int mss;
  private int windowScale;
  private int sackPermitted;
  private int timestamps;
  private int ttl;
  private long again;
  private long sequence;

  void take(Packet packet, TcpOptions options) {
    if (seen) {
      again++;
      if (packet.sequence == sequence && options.windowScale != windowScale) {
        // Some stacks leave options out without an answer: which SYN was answered is not known.
        windowScale = TcpOptions.CUT_OFF;
      }
      return;
    }
    seen = true;
    frame = packet.frame;
    nanos = packet.timeNanos;
    window = packet.rawWindow;
    sequence = packet.sequence;
    mss = options.mss;
    windowScale = options.windowScale;
    sackPermitted = options.sackPermitted;
    timestamps = options.timestamps;
    ttl = packet.ttl;
  }

  boolean seen() {
    return seen;
  }

  boolean seenOnce() {
    return seen && again == 0;
  }

  long sequence() {
    return sequence;
  }

  int window() {
    return window;
  }

  /**
   * In the form of {@link TcpOptions}; unknown without a SYN, or if a repetition has another value.
   */
  int windowScale() {
    return seen ? windowScale : TcpOptions.CUT_OFF;
  }

  /** Size of a full segment of this side, as far as known. */
  int segmentSize() {
    return mss > 0 ? Math.min(mss, 1460) : 536;
  }

  Optional<Offer> facts() {
    return seen
        ? Optional.of(
            new Offer(
                frame,
                nanos,
                window,
                new Offer.Options(
                    TcpOptions.evidence(mss),
                    TcpOptions.evidence(windowScale),
                    TcpOptions.evidence(sackPermitted),
                    TcpOptions.evidence(timestamps)),
                ttl,
                again))
        : Optional.empty();
  }
}
