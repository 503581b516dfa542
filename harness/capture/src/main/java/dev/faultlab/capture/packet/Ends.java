package dev.faultlab.capture.packet;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;

/**
 * The two sockets of a packet. Like every key of a table that a capture fills, it can be compared:
 * a HashMap then finds one of many with the same hash as quickly as in a tree, and no capture can
 * turn the table into a list.
 */
public record Ends(
    long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int ports)
    implements Comparable<Ends> {
  public static Ends of(Packet packet) {
    return new Ends(
        packet.sourceHigh,
        packet.sourceLow,
        packet.destinationHigh,
        packet.destinationLow,
        packet.sourcePort << 16 | packet.destinationPort);
  }

  /** Equal for both directions of a connection. */
  public static Ends ofConnection(Packet packet) {
    return of(packet).inOrder();
  }

  /** Equal for both directions of a connection. */
  public Ends inOrder() {
    int order = Long.compare(sourceLow, destinationLow);
    order = order == 0 ? Long.compare(sourceHigh, destinationHigh) : order;
    order = order == 0 ? (ports >>> 16) - (ports & 0xffff) : order;
    return order <= 0 ? this : reversed();
  }

  /** Whether a packet comes from the first of the two. */
  public boolean isSource(Packet packet) {
    return packet.sourcePort == ports >>> 16
        && packet.sourceLow == sourceLow
        && packet.sourceHigh == sourceHigh;
  }

  /** Whether a packet is of this connection, in either direction. */
  public boolean isOf(Packet packet) {
    return isSource(packet)
            && packet.destinationPort == (ports & 0xffff)
            && packet.destinationLow == destinationLow
            && packet.destinationHigh == destinationHigh
        || packet.destinationPort == ports >>> 16
            && packet.destinationLow == sourceLow
            && packet.destinationHigh == sourceHigh
            && packet.sourcePort == (ports & 0xffff)
            && packet.sourceLow == destinationLow
            && packet.sourceHigh == destinationHigh;
  }

  /** Those of a packet in the other direction. */
  public Ends reversed() {
    return new Ends(
        destinationHigh, destinationLow, sourceHigh, sourceLow, ports << 16 | ports >>> 16);
  }

  // Written by hand, as in Address: it is compared for each packet.
  @Override
  public boolean equals(Object other) {
    return other instanceof Ends ends
        && ends.ports == ports
        && ends.sourceLow == sourceLow
        && ends.destinationLow == destinationLow
        && ends.sourceHigh == sourceHigh
        && ends.destinationHigh == destinationHigh;
  }

  @Override
  public int hashCode() {
    long all = (sourceHigh * 31 + sourceLow) * 31 + destinationHigh;
    return Long.hashCode((all * 31 + destinationLow) * 31 + ports);
  }

  public Endpoint source() {
    return new Endpoint(new Address(sourceHigh, sourceLow), ports >>> 16);
  }

  public Endpoint destination() {
    return new Endpoint(new Address(destinationHigh, destinationLow), ports & 0xffff);
  }

  @Override
  public int compareTo(Ends other) {
    int order = Long.compare(sourceLow, other.sourceLow);
    order = order != 0 ? order : Long.compare(sourceHigh, other.sourceHigh);
    order = order != 0 ? order : Long.compare(destinationLow, other.destinationLow);
    order = order != 0 ? order : Long.compare(destinationHigh, other.destinationHigh);
    return order != 0 ? order : Integer.compare(ports, other.ports);
  }
}
