package dev.faultlab.capture.dns;

import dev.faultlab.capture.Packet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts the fragments of UDP datagrams together (RFC 791 3.2, RFC 8200 4.5). Datagrams of which
 * nothing more comes are let go, oldest first, so memory is bounded.
 */
final class Fragments {
  /** Fragments of one datagram are sent in one go; other traffic hardly comes in between. */
  private static final int UNDER_WAY = 64;

  private static final int UDP = 17;
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

    private void add(Packet packet) {
      int offset = packet.fragmentOffset();
      int end = Math.min(offset + packet.fragmentLength(), MOST);
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

    private boolean isComplete() {
      return total != Integer.MAX_VALUE && units.nextClearBit(0) >= (total + UNIT - 1) / UNIT;
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
    if (packet.protocol() != UDP) {
      return Optional.empty();
    }
    Key key = keyOf(packet);
    Datagram datagram = underWay.computeIfAbsent(key, any -> new Datagram());
    datagram.unwanted |= packet.firstFragment() && !wanted;
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
