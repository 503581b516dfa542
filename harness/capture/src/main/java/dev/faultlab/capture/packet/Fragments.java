package dev.faultlab.capture.packet;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reassembles IP datagrams from fragments (RFC 791 3.2, RFC 8200 4.5), beginning with a tunnel's
 * outer packet. The oldest incomplete datagrams are dropped, so memory is bounded: 256 of at most
 * 64 KiB, or fewer if the {@link MemoryBudget} is small.
 */
final class Fragments {
  /** The fragments of one datagram are sent together, with hardly any other traffic in between. */
  private static final int MAX_PENDING = 256;

  /**
   * The limit of RFC 8200 4.5; a later fragment belongs to another datagram with the same
   * identification.
   */
  private static final long REASSEMBLY_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int UNIT = 8;
  private static final int MAX_DATAGRAM_BYTES = 65_535;

  private final Map<Key, Datagram> underWay = new LinkedHashMap<>();
  private final Consumer<Packet> incomplete;
  private final MemoryBudget budget;
  private final Packet whole = new Packet();

  /**
   * @param ends with the protocol in place of the ports for IPv4, where it is part of the identity
   */
  private record Key(Ends ends, long id, int network) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = Long.compare(id, other.id);
      order = order != 0 ? order : ends.compareTo(other.ends);
      return order != 0 ? order : Integer.compare(network, other.network);
    }
  }

  /** A datagram with some of its fragments. */
  private static final class Datagram {
    /** The size of this object, its key and its bits. */
    static final int BASE_BYTES = 1_500;

    final BitSet units = new BitSet();
    final long beganNanos;

    /** Frame of the fragment that came first. */
    final long beganFrame;

    final int depth;
    int total = Integer.MAX_VALUE;
    int cutAt = Integer.MAX_VALUE;
    int protocol;
    int ipId;
    int ttl;
    boolean contradictory;
    byte[] data = new byte[0];

    Datagram(Packet packet) {
      beganNanos = packet.timeNanos;
      beganFrame = packet.frame;
      depth = packet.depth;
    }

    void add(Packet packet) {
      ipId = packet.ipId;
      ttl = packet.ttl;
      int offset = packet.fragmentOffset;
      int end = Math.min(offset + packet.fragmentLength, MAX_DATAGRAM_BYTES);
      contradictory |= contradicts(packet, offset, end);
      if (contradictory) {
        return;
      }
      if (offset == 0 || units.isEmpty()) {
        // For IPv6, only the first fragment names the protocol reliably.
        protocol = packet.protocol;
      }
      units.set(offset / UNIT, (end + UNIT - 1) / UNIT);
      if (!packet.moreFragments) {
        total = end;
      }
      int captured = Math.min(packet.fragmentCaptured, end - offset);
      if (captured < end - offset) {
        cutAt = Math.min(cutAt, offset + captured);
      }
      if (data.length < end) {
        data = Arrays.copyOf(data, Math.max(end, Math.min(data.length * 2, MAX_DATAGRAM_BYTES)));
      }
      if (captured > 0) {
        System.arraycopy(packet.data, packet.fragmentStart, data, offset, captured);
      }
    }

    /**
     * Whether it overlaps other fragments, contradicts the known end, or ends within a unit
     * although more follows; an exact copy does not. How a receiver treats that differs (RFC 5722,
     * RFC 1858, RFC 8200 4.5).
     */
    private boolean contradicts(Packet packet, int offset, int end) {
      int first = offset / UNIT;
      int after = (end + UNIT - 1) / UNIT;
      boolean endKnown = total != Integer.MAX_VALUE;
      boolean last = !packet.moreFragments;
      boolean ragged = !last && end % UNIT != 0;
      if (ragged || end > total || last && (endKnown ? end < total : units.length() > after)) {
        return true;
      }
      int presentUnits = units.get(first, after).cardinality();
      if (presentUnits == 0) {
        return false;
      }
      int known = Math.min(Math.min(end, cutAt), data.length);
      int size = Math.min(packet.fragmentCaptured, known - offset);
      int at = packet.fragmentStart;
      return presentUnits < after - first
          || size > 0 && !Arrays.equals(data, offset, offset + size, packet.data, at, at + size);
    }

    boolean isComplete() {
      return !contradictory
          && total != Integer.MAX_VALUE
          && units.nextClearBit(0) >= (total + UNIT - 1) / UNIT;
    }

    int bytes() {
      return BASE_BYTES + data.length;
    }

    /** How many of the first bytes have arrived, without a gap. */
    int contiguousBytes() {
      return Math.min(Math.min(units.nextClearBit(0) * UNIT, data.length), Math.min(total, cutAt));
    }
  }

  /**
   * @param incomplete receives dropped datagrams, with what the first fragment shows, or as {@link
   *     Kind#FRAGMENT} without it
   */
  Fragments(Consumer<Packet> incomplete, MemoryBudget budget) {
    this.incomplete = incomplete;
    this.budget = budget;
  }

  /**
   * The packet itself, or, for the fragment that completes a datagram, that datagram at the place
   * of this fragment, like tshark.
   */
  Packet join(Packet packet) {
    Packet current = packet;
    while (current.kind == Kind.FRAGMENT) {
      Key key = keyOf(current);
      Optional<Datagram> complete = add(key, current);
      if (complete.isEmpty()) {
        break;
      }
      decode(key, complete.get(), packet.frame, packet.timeNanos, whole);
      current = whole;
    }
    return current;
  }

  private Optional<Datagram> add(Key key, Packet packet) {
    Datagram before = underWay.get(key);
    if (before != null && packet.timeNanos - before.beganNanos > REASSEMBLY_NANOS) {
      underWay.remove(key);
      giveUp(key, before);
    }
    Datagram datagram = underWay.get(key);
    int held = 0;
    if (datagram == null) {
      datagram = new Datagram(packet);
      underWay.put(key, datagram);
    } else {
      held = datagram.bytes();
    }
    datagram.add(packet);
    budget.charge(Part.FRAGMENTS, datagram.bytes() - held);
    if (datagram.isComplete()) {
      budget.release(Part.FRAGMENTS, datagram.bytes());
      return Optional.ofNullable(underWay.remove(key));
    }
    while (underWay.size() > MAX_PENDING || budget.isExhausted(Part.FRAGMENTS)) {
      if (underWay.size() <= MAX_PENDING) {
        budget.countDropped(Part.FRAGMENTS);
      }
      Iterator<Map.Entry<Key, Datagram>> oldest = underWay.entrySet().iterator();
      Map.Entry<Key, Datagram> first = oldest.next();
      oldest.remove();
      giveUp(first.getKey(), first.getValue());
    }
    return Optional.empty();
  }

  private static Key keyOf(Packet packet) {
    Ends ends =
        new Ends(
            packet.sourceHigh,
            packet.sourceLow,
            packet.destinationHigh,
            packet.destinationLow,
            packet.isIpv6() ? 0 : packet.protocol);
    return new Key(ends, packet.fragmentId, packet.network);
  }

  private void giveUp(Key key, Datagram datagram) {
    budget.release(Part.FRAGMENTS, datagram.bytes());
    Packet part = new Packet();
    decode(key, datagram, datagram.beganFrame, datagram.beganNanos, part);
    incomplete.accept(part);
  }

  /** Decodes the available part of a datagram as a packet. */
  private static void decode(Key key, Datagram from, long frame, long timeNanos, Packet into) {
    into.data = from.data;
    into.frame = frame;
    into.timeNanos = timeNanos;
    into.sourceHigh = key.ends.sourceHigh();
    into.sourceLow = key.ends.sourceLow();
    into.destinationHigh = key.ends.destinationHigh();
    into.destinationLow = key.ends.destinationLow();
    into.network = key.network;
    into.ipId = from.ipId;
    into.ttl = from.ttl;
    into.depth = from.depth;
    into.cipher = Coverage.Cipher.NONE;
    into.protocol = from.protocol;
    int contiguous = from.contiguousBytes();
    // Only the last fragment has the total length.
    int length = from.total == Integer.MAX_VALUE ? 2 * MAX_DATAGRAM_BYTES : from.total;
    into.kind =
        from.units.get(0)
            ? PacketDecoder.contents(into, from.protocol, 0, contiguous, length)
            : Kind.FRAGMENT;
  }

  /** Drops all incomplete datagrams when the capture ends. */
  void finish() {
    underWay.forEach(this::giveUp);
  }
}
