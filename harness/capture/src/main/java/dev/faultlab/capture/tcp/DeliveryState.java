package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.TcpSide.Heard;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;

/** Follows the first byte that one side has sent and the other has not acknowledged. */
final class DeliveryState {
  /** Three with the first transmission; fewer may be chance losses. */
  private static final int MIN_REPEATS = 2;

  private boolean waiting;
  private long frame;
  private long firstNanos;
  private long lastNanos;
  private long idleNanos;
  private int repetitions;
  private int size;
  private int sameSize;
  private int lastSize;
  private Heard heard = Heard.NOTHING;
  private int smallestBehind;
  private long largestAcknowledged;
  private long survivedIdleNanos;
  private int probes;
  private long probedNanos;
  private long probeIdleNanos;
  private Optional<TcpSide.Reduced> reduced = Optional.empty();

  /**
   * The first segment after everything was acknowledged.
   *
   * @param behind bytes of a smaller one behind it in the same frame, or 0
   */
  void begins(Packet packet, long idle, int behind) {
    restart();
    smallestBehind = behind;
    frame = packet.frame;
    firstNanos = packet.timeNanos;
    lastNanos = firstNanos;
    idleNanos = idle;
  }

  private void restart() {
    waiting = true;
    frame = 0;
    idleNanos = 0;
    repetitions = 0;
    size = 0;
    heard = Heard.NOTHING;
    smallestBehind = 0;
  }

  /** A repetition of the segment with the first unacknowledged byte. */
  void repeated(Packet packet) {
    if (!waiting) {
      return;
    }
    if (frame == 0) {
      frame = packet.frame;
      firstNanos = packet.timeNanos;
    }
    repetitions++;
    lastNanos = packet.timeNanos;
    lastSize = packet.payloadLength;
    if (lastSize > size) {
      size = lastSize;
      sameSize = 0;
    }
    sameSize += lastSize == size ? 1 : 0;
  }

  /** New data behind the segment with the first unacknowledged byte. */
  void addFollowing(int length) {
    smallestBehind = smallestBehind == 0 ? length : Math.min(smallestBehind, length);
  }

  /** A keepalive probe (RFC 9293 3.8.4). */
  void probe(Packet packet, long idle) {
    if (packet.timeNanos - probedNanos < DirectionState.NEAR_COPY_NANOS) {
      return;
    }
    probeIdleNanos = probes == 0 ? idle : probeIdleNanos;
    probedNanos = packet.timeNanos;
    probes++;
  }

  /**
   * How long the connection was silent before what the other side answers now.
   *
   * @param idle before the answer
   */
  long idleBefore(long idle) {
    return waiting ? idleNanos : probes > 0 ? probeIdleNanos : idle;
  }

  /** The other side sent a segment, whether or not it acknowledges data. */
  void received(Packet packet) {
    probes = 0;
    int others = Packet.SYN | Packet.FIN | Packet.RST;
    boolean isPureAck = packet.payloadLength == 0 && (packet.flags & others) == 0;
    heard = isPureAck || heard == Heard.ACKNOWLEDGEMENT ? Heard.ACKNOWLEDGEMENT : Heard.SEGMENT;
  }

  void acknowledged(long bytes, boolean everything, Packet packet) {
    largestAcknowledged = Math.max(largestAcknowledged, bytes);
    survivedIdleNanos = Math.max(survivedIdleNanos, idleNanos);
    if (waiting
        && sameSize >= MIN_REPEATS
        && repetitions > MIN_REPEATS
        && lastSize * 10 < size * 9) {
      reduced = Optional.of(new TcpSide.Reduced(frame, packet.frame, sameSize, size, lastSize));
    }
    restart();
    waiting = !everything;
  }

  TcpSide.Delivery facts() {
    Optional<TcpSide.Unacknowledged> last =
        waiting && repetitions > 0
            ? Optional.of(
                new TcpSide.Unacknowledged(
                    frame,
                    firstNanos,
                    lastNanos,
                    repetitions,
                    size,
                    idleNanos,
                    heard,
                    smallestBehind))
            : Optional.empty();
    return new TcpSide.Delivery(largestAcknowledged, last, reduced, survivedIdleNanos, probes);
  }
}
