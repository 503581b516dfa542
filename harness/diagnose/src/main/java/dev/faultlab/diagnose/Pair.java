package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;

/** A client and a server that it uses. */
record Pair(Address client, Endpoint server) implements Comparable<Pair> {
  // Written by hand, as in Address.
  @Override
  public boolean equals(Object other) {
    return other instanceof Pair that && that.client.equals(client) && that.server.equals(server);
  }

  @Override
  public int compareTo(Pair other) {
    int order = client.compareTo(other.client);
    return order != 0 ? order : server.compareTo(other.server);
  }
}
