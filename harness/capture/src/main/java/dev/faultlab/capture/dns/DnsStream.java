package dev.faultlab.capture.dns;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.packet.Packet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.TreeMap;

/** One direction of a connection to a name server, from the beginning of a message on. */
final class DnsStream {
  private static final int PREFIX = 2;

  /** A DNS message is at least a header. */
  private static final int SHORTEST = 12;

  private static final int MAX_EARLY_BYTES = 65_536;
  private static final int BASE_BYTES = 400;
  private static final int SEGMENT_BYTES = 150;

  /** Bytes that were sent but are not in the capture, because the snap length cut the segment. */
  private record Segment(byte[] captured, int length) {}

  /** Receives complete messages. */
  interface Sink {
    /**
     * @param captured bytes from {@code start} on that are in the capture, at most {@code length}
     */
    void message(byte[] data, int start, int captured, int length);
  }

  /** Early segments, by their distance from the next byte. */
  private final TreeMap<Long, Segment> early = new TreeMap<>();

  private int earlyBytes;

  /** Sequence numbers continue beyond 32 bits from the first one. */
  private long next;

  private byte[] data = new byte[512];
  private int filled;

  /** First byte in {@link #data} that is not in the capture. */
  private int cutAt = Integer.MAX_VALUE;

  DnsStream(long sequence) {
    next = sequence & 0xffff_ffffL;
  }

  /** Whether the segment consists of complete messages. */
  static boolean isWhole(Packet packet) {
    int at = 0;
    while (packet.payloadCaptured - at >= PREFIX) {
      int length = Bytes.u16(packet.data, packet.payloadStart + at);
      if (length < SHORTEST) {
        return false;
      }
      at += PREFIX + length;
    }
    return at == packet.payloadLength;
  }

  /** Its memory use. */
  int bytes() {
    return BASE_BYTES + data.length + earlyBytes + early.size() * SEGMENT_BYTES;
  }

  /** Whether part of a message waits for the rest. */
  boolean isPending() {
    return filled > 0 || !early.isEmpty();
  }

  /** Whether more early segments came than are kept. */
  boolean isFull() {
    return earlyBytes > MAX_EARLY_BYTES;
  }

  /** Takes a segment with data; false when the message boundaries are lost. */
  boolean add(Packet packet, Sink sink) {
    long ahead = (int) (packet.sequence - next);
    int from = packet.payloadStart;
    int captured = packet.payloadCaptured;
    int length = packet.payloadLength;
    if (ahead > 0) {
      if (!early.containsKey(next + ahead)) {
        byte[] copy = Arrays.copyOfRange(packet.data, from, from + captured);
        early.put(next + ahead, new Segment(copy, length));
        earlyBytes += length;
      }
      return !isFull();
    }
    int overlap = (int) -ahead;
    if (overlap >= length) {
      return true;
    }
    append(packet.data, from + overlap, Math.max(0, captured - overlap), length - overlap);
    appendEarly();
    return deliver(sink);
  }

  private void appendEarly() {
    Iterator<Long> places = early.keySet().iterator();
    while (places.hasNext()) {
      long place = places.next();
      if (place > next) {
        return;
      }
      Segment segment = early.get(place);
      int overlap = (int) Math.min(segment.length, next - place);
      append(
          segment.captured,
          overlap,
          Math.max(0, segment.captured.length - overlap),
          segment.length - overlap);
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

  private boolean deliver(Sink sink) {
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
    if (at > 0) {
      System.arraycopy(data, at, data, 0, filled - at);
    }
    filled -= at;
    cutAt = cutAt == Integer.MAX_VALUE ? cutAt : cutAt < at ? Integer.MAX_VALUE : cutAt - at;
    return true;
  }
}
