package dev.faultlab.capture.dns;

import dev.faultlab.capture.Packet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Puts the fragments of UDP datagrams together (RFC 791 3.2, RFC 8200 4.5). Datagrams of which
 * nothing more comes are let go, oldest first, so memory is bounded.
 */
final class Fragments {
  /** Fragments of one datagram are sent in one go; other traffic hardly comes in between. */
  private static final int UNDER_WAY = 64;

  /** As RFC 8200 4.5 has it; what comes later is another datagram of the same identification. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int UDP = 17;
  private static final int AUTHENTICATION = 51;
  private static final int DESTINATION = 60;
  private static final int MOBILITY = 135;
  private static final int HIP = 139;
  private static final int SHIM6 = 140;
  private static final int UDP_HEADER = 8;
  private static final int UNIT = 8;
  private static final int MOST = 65_535;

  private final Map<Key, Datagram> underWay = new LinkedHashMap<>();
  private final Consumer<Datagram> incomplete;

  private record Key(
      long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, long id) {}

  /** A datagram of which some fragments are there. */
  static final class Datagram {
    private final BitSet units = new BitSet();
    private int total = Integer.MAX_VALUE;
    private int cutAt = Integer.MAX_VALUE;
    private int udpAt;
    private boolean unwanted;
    private boolean contradictory;
    private final long beganNanos;
    byte[] data = new byte[0];
    long sourceHigh;
    long sourceLow;

    /** Frame of the first fragment; 0 as long as that is missing. */
    long firstFrame;

    /** Frame of the fragment that came first. */
    long anyFrame;

    long laterFragments;
    int sourcePort;
    int destinationPort;

    Datagram(long beganNanos) {
      this.beganNanos = beganNanos;
    }

    private void add(Packet packet) {
      int offset = packet.fragmentOffset();
      int end = Math.min(offset + packet.fragmentLength(), MOST);
      contradictory |= contradicts(packet, offset, end);
      sourceHigh = packet.sourceHigh();
      sourceLow = packet.sourceLow();
      anyFrame = anyFrame == 0 ? packet.frame() : anyFrame;
      laterFragments += offset > 0 ? 1 : 0;
      units.set(offset / UNIT, (end + UNIT - 1) / UNIT);
      if (!packet.moreFragments()) {
        total = end;
      }
      int captured = Math.min(packet.fragmentCaptured(), end - offset);
      if (captured < end - offset) {
        cutAt = Math.min(cutAt, offset + captured);
      }
      if (data.length < end) {
        data = Arrays.copyOf(data, Math.max(end, data.length * 2));
      }
      if (captured > 0) {
        System.arraycopy(packet.data(), packet.fragmentStart(), data, offset, captured);
      }
      if (offset == 0) {
        firstFrame = packet.frame();
        sourcePort = packet.sourcePort();
        destinationPort = packet.destinationPort();
        udpAt = packet.payloadStart() - UDP_HEADER - packet.fragmentStart();
      }
    }

    /**
     * Whether it overlaps with what is there, or ends elsewhere; a copy does not. What a receiver
     * makes of that, if anything, cannot be told (RFC 5722, RFC 1858).
     */
    private boolean contradicts(Packet packet, int offset, int end) {
      int first = offset / UNIT;
      int behind = (end + UNIT - 1) / UNIT;
      boolean endKnown = total != Integer.MAX_VALUE;
      boolean last = !packet.moreFragments();
      if (end > total || last && (endKnown ? end < total : units.length() > behind)) {
        return true;
      }
      int there = units.get(first, behind).cardinality();
      if (there == 0) {
        return false;
      }
      int known = Math.min(Math.min(end, cutAt), data.length);
      int size = Math.min(packet.fragmentCaptured(), known - offset);
      int at = packet.fragmentStart();
      return there < behind - first
          || size > 0 && !Arrays.equals(data, offset, offset + size, packet.data(), at, at + size);
    }

    private boolean isComplete() {
      return !contradictory
          && total != Integer.MAX_VALUE
          && units.nextClearBit(0) >= (total + UNIT - 1) / UNIT;
    }

    int payloadStart() {
      return udpAt + UDP_HEADER;
    }

    int payloadLength() {
      return total - payloadStart();
    }

    int payloadCaptured() {
      return Math.max(0, Math.min(total, cutAt) - payloadStart());
    }
  }

  /**
   * @param incomplete told of datagrams that are given up
   */
  Fragments(Consumer<Datagram> incomplete) {
    this.incomplete = incomplete;
  }

  /**
   * Takes the first fragment of a datagram, or a later one; has the datagram once it is whole.
   *
   * @param wanted whether a first fragment is of interest: the later ones do not tell
   */
  Optional<Datagram> take(Packet packet, boolean wanted) {
    if (!mayBeUdp(packet.protocol())) {
      return Optional.empty();
    }
    Key key = keyOf(packet);
    Datagram before = underWay.get(key);
    if (before != null && packet.timeNanos() - before.beganNanos > PATIENCE_NANOS) {
      giveUp(before);
      underWay.remove(key);
    }
    Datagram datagram = underWay.computeIfAbsent(key, any -> new Datagram(packet.timeNanos()));
    datagram.unwanted |= packet.firstFragment() && !wanted && datagram.firstFrame == 0;
    if (!datagram.unwanted) {
      datagram.add(packet);
    }
    if (datagram.isComplete()) {
      return Optional.ofNullable(underWay.remove(key));
    }
    if (underWay.size() > UNDER_WAY) {
      Iterator<Datagram> oldest = underWay.values().iterator();
      giveUp(oldest.next());
      oldest.remove();
    }
    return Optional.empty();
  }

  /** UDP, or a header before it that only the first fragment has. */
  private static boolean mayBeUdp(int protocol) {
    return switch (protocol) {
      case UDP, AUTHENTICATION, DESTINATION, MOBILITY, HIP, SHIM6 -> true;
      default -> false;
    };
  }

  private static Key keyOf(Packet packet) {
    return new Key(
        packet.sourceHigh(),
        packet.sourceLow(),
        packet.destinationHigh(),
        packet.destinationLow(),
        packet.fragmentId());
  }

  private void giveUp(Datagram datagram) {
    if (!datagram.unwanted) {
      incomplete.accept(datagram);
    }
  }

  /** Gives up what is still under way when the capture ends. */
  void finish() {
    underWay.values().forEach(this::giveUp);
  }
}
