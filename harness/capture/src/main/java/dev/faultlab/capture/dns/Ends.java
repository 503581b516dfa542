package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.packet.Packet;

/** The two sockets of a packet. */
record Ends(long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int ports) {

  static Ends of(Packet packet) {
    return new Ends(
        packet.sourceHigh(),
        packet.sourceLow(),
        packet.destinationHigh(),
        packet.destinationLow(),
        packet.sourcePort() << 16 | packet.destinationPort());
  }

  /** Those of a packet in the other direction. */
  Ends reversed() {
    return new Ends(
        destinationHigh, destinationLow, sourceHigh, sourceLow, ports << 16 | ports >>> 16);
  }

  Endpoint source() {
    return new Endpoint(new Address(sourceHigh, sourceLow), ports >>> 16);
  }

  Endpoint destination() {
    return new Endpoint(new Address(destinationHigh, destinationLow), ports & 0xffff);
  }
}
