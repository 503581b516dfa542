package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;

/** A name as one client asks for it. */
public record ClientName(Address client, String name) implements Comparable<ClientName> {
  // Written by hand, as in Address.
  @Override
  public boolean equals(Object other) {
    return other instanceof ClientName that && that.name.equals(name) && that.client.equals(client);
  }

  @Override
  public int hashCode() {
    return client.hashCode() * 31 + name.hashCode();
  }

  @Override
  public int compareTo(ClientName other) {
    int order = name.compareTo(other.name);
    return order != 0 ? order : client.compareTo(other.client);
  }
}
