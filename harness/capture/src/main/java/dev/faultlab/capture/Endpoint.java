package dev.faultlab.capture;

/** One end of a conversation. */
public record Endpoint(Address address, int port) implements Comparable<Endpoint> {
  // Written by hand, as in Address.
  @Override
  public boolean equals(Object other) {
    return other instanceof Endpoint that && that.port == port && that.address.equals(address);
  }

  @Override
  public int compareTo(Endpoint other) {
    int order = Integer.compare(port, other.port);
    return order != 0 ? order : address.compareTo(other.address);
  }

  @Override
  public String toString() {
    return address.isV4() ? address + ":" + port : "[" + address + "]:" + port;
  }
}
