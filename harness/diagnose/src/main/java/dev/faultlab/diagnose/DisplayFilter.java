package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;

/** What to look at in Wireshark, as a display filter. */
final class DisplayFilter {
  /** Every segment from and to a server's port. */
  static String server(Endpoint server) {
    return address(server.address()) + " && tcp.port == " + server.port();
  }

  /** TCP between two hosts. */
  static String between(Address one, Address other) {
    return "tcp && " + address(one) + " && " + address(other);
  }

  /** A client's lookups of a name, and its TCP with an address of it. */
  static String uses(Address client, Address server, String name) {
    return "(" + between(client, server) + ") || (" + lookups(client, name) + ")";
  }

  /** A client's queries and their answers. */
  static String lookups(Address client) {
    return "dns && " + address(client);
  }

  /** A client's queries for a name and their answers. */
  static String lookups(Address client, String name) {
    String text = name.replace("\\", "\\\\").replace("\"", "\\\"");
    return lookups(client) + " && lower(dns.qry.name) == \"" + text + "\"";
  }

  /** A client's queries to a name server, and its answers. */
  static String lookups(Address client, Endpoint server) {
    return lookups(client) + " && " + address(server.address());
  }

  private static String address(Address address) {
    return (address.isV4() ? "ip.addr == " : "ipv6.addr == ") + address;
  }
}
