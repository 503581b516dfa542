package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;

/** A name as one client asks for it. */
public record ClientName(Address client, String name) implements Comparable<ClientName> {
  @Override
  public int compareTo(ClientName other) {
    int order = name.compareTo(other.name);
    return order != 0 ? order : client.compareTo(other.client);
  }
}
