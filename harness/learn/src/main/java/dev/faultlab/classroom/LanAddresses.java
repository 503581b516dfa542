package dev.faultlab.classroom;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** This machine's addresses for others on its network. */
public final class LanAddresses {
  /** Interfaces of containers and guests, which no other machine can reach. */
  private static final String OWN = "(docker|br-|veth|virbr|cni|podman|lxc|tap).*";

  private LanAddresses() {}

  /** IPv4 addresses in digits, in the order of the interfaces. */
  public static List<String> of() throws IOException {
    List<String> addresses = new ArrayList<>();
    for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (card.isUp() && !card.isLoopback() && !card.getName().matches(OWN)) {
        card.getInterfaceAddresses().stream()
            .map(java.net.InterfaceAddress::getAddress)
            .filter(Inet4Address.class::isInstance)
            .forEach(address -> addresses.add(address.getHostAddress()));
      }
    }
    return addresses;
  }
}
