package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.TcpSide.Mark;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;

/** Follows how one side ends a connection, and how far away its segments come from. */
final class ClosingState {
  private Mark fin;
  private Mark reset;
  private int minTtl = Integer.MAX_VALUE;
  private int maxTtl;

  void add(Packet packet, long idleNanos) {
    if (packet.has(Packet.RST)) {
      reset = reset == null ? mark(packet, idleNanos) : reset;
    } else if (packet.has(Packet.FIN)) {
      fin = fin == null ? mark(packet, idleNanos) : fin;
    } else if (!packet.has(Packet.SYN)) {
      minTtl = Math.min(minTtl, packet.ttl);
      maxTtl = Math.max(maxTtl, packet.ttl);
    }
  }

  private static Mark mark(Packet packet, long idleNanos) {
    return new Mark(packet.frame, packet.timeNanos, packet.ttl, idleNanos);
  }

  TcpSide.Closing facts() {
    return new TcpSide.Closing(
        Optional.ofNullable(fin), Optional.ofNullable(reset), Math.min(minTtl, maxTtl), maxTtl);
  }
}
