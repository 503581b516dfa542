package dev.faultlab.capture.dns;

import dev.faultlab.capture.Packet;
import dev.faultlab.capture.link.Bytes;
import java.util.Arrays;
import java.util.Iterator;
import java.util.TreeMap;

/** One direction of a connection to a name server, from the beginning of a message on. */
final class DnsStream {
  private static final int PREFIX = 2;

  /** A DNS message is at least a header. */
  private static final int SHORTEST = 12;

  private static final int EARLY_BYTES = 65_536;
  private static final int BASE_BYTES = 400;
  private static final int SEGMENT_BYTES = 150;

  /** Bytes that were sent but are not in the capture, as the snap length cut the segment. */
  private record Segment(byte[] captured, int length) {}

  /** Told of messages that are whole. */
  interface Sink {
    /**
     * @param captured bytes from {@code start} on that the capture holds, at most {@code length}
     */
    void message(byte[] data, int start, int captured, int length);
  }

  /** Segments that came too early, by how far behind the next byte they begin. */
  private final TreeMap<Long, Segment> early = new TreeMap<>();

  private int earlyBytes;

  /** Sequence numbers are counted on from the first one, beyond 32 bits. */
  private long next;

  private byte[] data = new byte[512];
  private int filled;

  /** First of the bytes in {@link #data} that the capture does not hold. */
  private int cutAt = Integer.MAX_VALUE;

  DnsStream(long sequence) {
    next = sequence & 0xffff_ffffL;
  }

  /** Whether the segment is one or more whole messages. */
  static boolean isWhole(Packet packet) {
    int at = 0;
    while (packet.payloadCaptured() - at >= PREFIX) {
      int length = Bytes.u16(packet.data(), packet.payloadStart() + at);
      if (length < SHORTEST) {
        return false;
      }
      at += PREFIX + length;
    }
    return at == packet.payloadLength();
  }

  /** What it takes in memory. */
  int bytes() {
    return BASE_BYTES + data.length + earlyBytes + early.size() * SEGMENT_BYTES;
  }

  /** Whether there is a piece of a message that waits for the rest. */
  boolean isPending() {
    return filled > 0 || !early.isEmpty();
  }

  /** Whether more came too early than is kept. */
  boolean isFull() {
    return earlyBytes > EARLY_BYTES;
  }

  /** Takes a segment with data; false when the messages can no longer be told apart. */
  boolean take(Packet packet, Sink sink) {
    long ahead = (int) (packet.sequence() - next);
    int from = packet.payloadStart();
    int captured = packet.payloadCaptured();
    int length = packet.payloadLength();
    if (ahead > 0) {
      earlyBytes += length;
      byte[] copy = Arrays.copyOfRange(packet.data(), from, from + captured);
      early.putIfAbsent(next + ahead, new Segment(copy, length));
      return !isFull();
    }
    int known = (int) -ahead;
    if (known >= length) {
      return true;
    }
    append(packet.data(), from + known, Math.max(0, captured - known), length - known);
    appendEarly();
    return handOn(sink);
  }

  private void appendEarly() {
    Iterator<Long> places = early.keySet().iterator();
    while (places.hasNext()) {
      long place = places.next();
      if (place > next) {
        return;
      }
      Segment segment = early.get(place);
      int known = (int) Math.min(segment.length, next - place);
      append(
          segment.captured,
          known,
          Math.max(0, segment.captured.length - known),
          segment.length - known);
      earlyBytes -= segment.length;
      places.remove();
    }
  }

  private void append(byte[] from, int at, int captured, int length) {
    if (filled + length > data.length) {
      data = Arrays.copyOf(data, Math.max(filled + length, data.length * 2));
    }
    if (captured > 0) {
      System.arraycopy(from, at, data, filled, captured);
    }
    if (captured < length) {
      cutAt = Math.min(cutAt, filled + captured);
    }
    filled += length;
    next += length;
  }

  private boolean handOn(Sink sink) {
    int at = 0;
    while (filled - at >= PREFIX) {
      if (cutAt < at + PREFIX) {
        return false;
      }
      int length = Bytes.u16(data, at);
      if (filled - at < PREFIX + length) {
        break;
      }
      int start = at + PREFIX;
      sink.message(data, start, Math.min(length, Math.max(0, cutAt - start)), length);
      at = start + length;
    }
    System.arraycopy(data, at, data, 0, filled - at);
    filled -= at;
    cutAt = cutAt == Integer.MAX_VALUE ? cutAt : cutAt < at ? Integer.MAX_VALUE : cutAt - at;
    return true;
  }
}
