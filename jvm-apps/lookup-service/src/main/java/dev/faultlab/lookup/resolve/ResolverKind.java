package dev.faultlab.lookup.resolve;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;

/** The ways to resolve that can be compared; the constant in lower case is its name in settings. */
public enum ResolverKind {
  /** {@link java.net.InetAddress}: what most libraries use, and where the fault is. */
  INETADDRESS,
  /** Netty's DnsNameResolver, without its caches. */
  NETTY,
  /** dnsjava's LookupSession, without its cache. */
  DNSJAVA;

  /**
   * @param nameserver asked instead of the one in /etc/resolv.conf; {@link #INETADDRESS} has no way
   *     to be told and ignores it
   */
  public NameResolver open(Optional<InetSocketAddress> nameserver) {
    return switch (this) {
      case INETADDRESS -> new InetAddressResolver();
      case NETTY -> new NettyResolver(nameserver);
      case DNSJAVA -> new DnsjavaResolver(nameserver);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
