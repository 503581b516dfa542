package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import java.util.Comparator;

/** A client and a server that it uses. */
record Pair(Address client, Endpoint server) implements Comparable<Pair> {
  @Override
  public int compareTo(Pair other) {
    return Comparator.comparing(Pair::client).thenComparing(Pair::server).compare(this, other);
  }
}
