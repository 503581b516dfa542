package dev.faultlab.capture.dns;

import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reassembles the messages of DNS over TCP (RFC 1035 4.2.2), each direction of a connection
 * separately. Memory is bounded: the most recently active directions are kept, as many as the
 * {@link MemoryBudget} has room for.
 */
final class DnsStreams {
  private static final int MAX_REMEMBERED = 1_024;

  private final MemoryBudget budget;
  private final Map<Ends, DnsStream> streams = new LinkedHashMap<>(64, 0.75f, true);

  DnsStreams(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Takes a segment and passes on the messages that it completes. */
  void add(Packet packet, DnsStream.Sink sink) {
    Ends key = Ends.of(packet);
    if (packet.has(Packet.RST)) {
      remove(key);
    } else if (packet.has(Packet.SYN)) {
      remove(key);
      add(key, new DnsStream(packet.sequence + 1));
    } else if (packet.payloadLength > 0) {
      DnsStream stream = streams.get(key);
      if (stream == null && DnsStream.isWhole(packet)) {
        // The connection is older than the capture, and a message begins here.
        stream = add(key, new DnsStream(packet.sequence));
      }
      if (stream != null) {
        append(key, stream, packet, sink);
      }
    }
    dropExcess();
  }

  private void append(Ends key, DnsStream stream, Packet packet, DnsStream.Sink sink) {
    int before = stream.bytes();
    boolean followed = stream.add(packet, sink);
    budget.charge(Part.STREAMS, stream.bytes() - before);
    if (stream.isFull()) {
      budget.countDropped(Part.STREAMS);
    }
    if (!followed) {
      remove(key);
    }
  }

  private DnsStream add(Ends key, DnsStream stream) {
    streams.put(key, stream);
    budget.charge(Part.STREAMS, stream.bytes());
    return stream;
  }

  private void remove(Ends key) {
    DnsStream stream = streams.remove(key);
    if (stream != null) {
      budget.release(Part.STREAMS, stream.bytes());
    }
  }

  private void dropExcess() {
    while (streams.size() > MAX_REMEMBERED || budget.isExhausted(Part.STREAMS)) {
      Iterator<DnsStream> oldest = streams.values().iterator();
      DnsStream stream = oldest.next();
      oldest.remove();
      budget.release(Part.STREAMS, stream.bytes());
      if (stream.isPending()) {
        budget.countDropped(Part.STREAMS);
      }
    }
  }
}
