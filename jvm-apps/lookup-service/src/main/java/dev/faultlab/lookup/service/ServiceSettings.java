package dev.faultlab.lookup.service;

import dev.faultlab.lookup.Environment;
import dev.faultlab.lookup.resolve.AddressCache;
import dev.faultlab.lookup.resolve.HostName;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * What holds for the whole JVM and is set when it starts. What a single call can choose is in
 * {@link CallSettings}.
 *
 * @param port of the service (LOOKUP_PORT, 8080; 0 takes a free one)
 * @param threads of Tomcat's pool (LOOKUP_THREADS, 64)
 * @param cache of InetAddress
 * @param host looked up when a call names none (LOOKUP_HOST)
 * @param zone that every name must be in (LOOKUP_ZONE, lab)
 * @param backendPort where the backend listens (LOOKUP_BACKEND_PORT, 8081)
 * @param nameserver for Netty and dnsjava instead of /etc/resolv.conf (LOOKUP_NAMESERVER)
 */
public record ServiceSettings(
    int port,
    int threads,
    AddressCache cache,
    HostName host,
    HostName zone,
    int backendPort,
    Optional<InetSocketAddress> nameserver) {

  private static final int HIGHEST_PORT = 65_535;
  private static final int MOST_THREADS = 1_024;

  /**
   * @throws IllegalArgumentException naming the variable that is wrong
   */
  public static ServiceSettings from(Environment environment) {
    HostName zone = name(environment, "LOOKUP_ZONE", "lab");
    HostName host = name(environment, "LOOKUP_HOST", "backend.delay." + zone);
    if (!host.isBelow(zone)) {
      throw new IllegalArgumentException(
          "LOOKUP_HOST: found '" + host + "', expected a name in the zone '" + zone + "'");
    }
    return new ServiceSettings(
        environment.wholeNumber("LOOKUP_PORT", 8080, 0, HIGHEST_PORT),
        environment.wholeNumber("LOOKUP_THREADS", 64, 1, MOST_THREADS),
        AddressCache.from(environment),
        host,
        zone,
        environment.wholeNumber("LOOKUP_BACKEND_PORT", 8081, 1, HIGHEST_PORT),
        environment.nameserver("LOOKUP_NAMESERVER"));
  }

  private static HostName name(Environment environment, String variable, String otherwise) {
    return environment
        .read(variable, HostName::new, "a host name in lower case")
        .orElseGet(() -> new HostName(otherwise));
  }
}
