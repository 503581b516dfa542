package dev.faultlab.capture.dns;

import dev.faultlab.capture.Packet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts the messages of DNS over TCP together (RFC 1035 4.2.2), each direction of a connection by
 * itself. Memory is bounded: the directions that were heard of last, with one message and 64 KiB of
 * what came too early for each.
 */
final class DnsStreams {
  private static final int REMEMBERED = 1_024;

  private final Map<Key, DnsStream> streams =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, DnsStream> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Key(
      long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int ports) {}

  /** Takes a segment and hands on the messages that are whole with it. */
  void take(Packet packet, DnsStream.Sink sink) {
    Key key =
        new Key(
            packet.sourceHigh(),
            packet.sourceLow(),
            packet.destinationHigh(),
            packet.destinationLow(),
            packet.sourcePort() << 16 | packet.destinationPort());
    if (packet.has(Packet.RST)) {
      streams.remove(key);
    } else if (packet.has(Packet.SYN)) {
      streams.put(key, new DnsStream(packet.sequence() + 1));
    } else if (packet.payloadLength() > 0) {
      DnsStream stream = streams.get(key);
      if (stream == null && DnsStream.isWhole(packet)) {
        // The connection is older than the capture; here a message begins.
        stream = new DnsStream(packet.sequence());
        streams.put(key, stream);
      }
      if (stream != null && !stream.take(packet, sink)) {
        streams.remove(key);
      }
    }
  }
}
