package dev.faultlab.capture;

import java.util.Comparator;

/** One end of a conversation. */
public record Endpoint(Address address, int port) implements Comparable<Endpoint> {
  @Override
  public int compareTo(Endpoint other) {
    return Comparator.comparing(Endpoint::address)
        .thenComparingInt(Endpoint::port)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return address.isV4() ? address + ":" + port : "[" + address + "]:" + port;
  }
}
