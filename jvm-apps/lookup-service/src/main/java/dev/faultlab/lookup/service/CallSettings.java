package dev.faultlab.lookup.service;

import dev.faultlab.lookup.Choices;
import dev.faultlab.lookup.resolve.HostName;
import dev.faultlab.lookup.resolve.Names;
import dev.faultlab.lookup.resolve.ResolverKind;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What one call chooses, in its query: {@code /call?resolver=netty&names=per-thread}. */
public record CallSettings(
    ResolverKind resolver, Names names, Connection connection, HostName host) {

  private static final Set<String> PARAMETERS =
      new TreeSet<>(Set.of("resolver", "names", "connection", "host"));

  /**
   * @param query the parameters with all values of each, as the servlet API has them
   * @throws IllegalArgumentException naming the parameter, what was found and what was expected
   */
  public static CallSettings from(Map<String, String[]> query, ServiceSettings service) {
    for (String parameter : query.keySet()) {
      if (!PARAMETERS.contains(parameter)) {
        throw new IllegalArgumentException(
            "found the parameter '" + parameter + "', expected some of " + PARAMETERS);
      }
    }
    return new CallSettings(
        choice(ResolverKind.class, query, "resolver", ResolverKind.INETADDRESS),
        choice(Names.class, query, "names", Names.SHARED),
        choice(Connection.class, query, "connection", Connection.NEW),
        host(query, service));
  }

  private static <E extends Enum<E>> E choice(
      Class<E> type, Map<String, String[]> query, String parameter, E otherwise) {
    if (!query.containsKey(parameter)) {
      return otherwise;
    }
    try {
      return Choices.choose(type, onlyValue(query, parameter));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(parameter + ": " + e.getMessage(), e);
    }
  }

  private static HostName host(Map<String, String[]> query, ServiceSettings service) {
    if (!query.containsKey("host")) {
      return service.host();
    }
    HostName host;
    try {
      host = new HostName(onlyValue(query, "host"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("host: " + e.getMessage(), e);
    }
    if (!host.isBelow(service.zone())) {
      throw new IllegalArgumentException(
          "host: found '" + host + "', expected a name in the zone '" + service.zone() + "'");
    }
    return host;
  }

  private static String onlyValue(Map<String, String[]> query, String parameter) {
    String[] values = query.get(parameter);
    if (values.length != 1) {
      throw new IllegalArgumentException("found " + values.length + " values, expected one");
    }
    return values[0];
  }
}
