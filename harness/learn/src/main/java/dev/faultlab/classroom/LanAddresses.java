package dev.faultlab.classroom;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Addresses of this machine and of others on its network. */
public final class LanAddresses {
  /** Interfaces of containers and guests, which no other machine can reach. */
  private static final String VIRTUAL_INTERFACES = "(docker|br-|veth|virbr|cni|podman|lxc|tap).*";

  private LanAddresses() {}

  /** IPv4 addresses in digits, in the order of the interfaces. */
  public static List<String> ipv4() throws IOException {
    List<String> addresses = new ArrayList<>();
    for (NetworkInterface nic : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (nic.isUp() && !nic.isLoopback() && !nic.getName().matches(VIRTUAL_INTERFACES)) {
        nic.getInterfaceAddresses().stream()
            .map(java.net.InterfaceAddress::getAddress)
            .filter(Inet4Address.class::isInstance)
            .forEach(address -> addresses.add(address.getHostAddress()));
      }
    }
    return addresses;
  }

  /** Whether an address or a name is one of this machine's. */
  public static boolean isOwn(String address) throws IOException {
    return NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
  }

  /** An address in digits, or of an IPv6 address its /64: a machine takes as many as it wants. */
  static String network(String address) {
    return resolved(address).orElse(null) instanceof Inet6Address ipv6
        ? HexFormat.of().formatHex(ipv6.getAddress(), 0, Long.BYTES)
        : address;
  }

  /** The address of a name, or one in digits. */
  public static Optional<InetAddress> resolved(String address) {
    try {
      return Optional.of(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
