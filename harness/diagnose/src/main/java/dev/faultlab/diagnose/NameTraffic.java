package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange.Answer;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Route;
import dev.faultlab.capture.dns.DnsEvents;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.tcp.TcpEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Feeds {@link NameWatch}es with queries and with uses of the answers. */
final class NameTraffic implements DnsEvents, TcpEvents {
  private final List<NameWatch> watches = new ArrayList<>();
  private final Map<Route, NameWatch> byAddress = new HashMap<>();

  /** Requests that wait for an answer, by the machine that must answer. */
  private final Map<Address, int[]> waiting = new HashMap<>();

  /** Addresses that clients other than those that looked them up connect to. */
  private final Set<Address> connectedByOthers = new HashSet<>();

  private static final int USE_BYTES = 150;
  private static final int SERVER_BYTES = 90;

  private final MemoryBudget budget;

  NameTraffic(MemoryBudget budget) {
    this.budget = budget;
  }

  @Override
  public NameWatch of(Address client, String name) {
    NameWatch watch = new NameWatch(this, client, name);
    watches.add(watch);
    return watch;
  }

  /** How many requests wait for an answer of this machine. */
  int waitingFor(Address machine) {
    int[] count = waiting.get(machine);
    return count == null ? 0 : count[0];
  }

  /** The client of the lookup was given addresses. */
  void answered(NameWatch watch, Answer answer) {
    for (Address address : answer.addresses()) {
      Route use = new Route(watch.client, address);
      NameWatch before = byAddress.get(use);
      if (before != watch && (before != null || budget.reserve(Part.FINDINGS, USE_BYTES))) {
        byAddress.put(use, watch);
      }
      if (before != null && before != watch) {
        before.sharesAddress = true;
        watch.sharesAddress = true;
      }
    }
  }

  @Override
  public void connecting(Address client, Endpoint server, int ttl, long timeNanos) {
    if (isNameService(server)) {
      return;
    }
    NameWatch watch = byAddress.get(new Route(client, server.address()));
    if (watch != null) {
      watch.connecting(ttl, timeNanos);
    } else {
      budget.keep(connectedByOthers, server.address(), SERVER_BYTES);
    }
  }

  @Override
  public void requestBegins(Address client, Endpoint server, boolean first) {
    if (isNameService(server)) {
      return;
    }
    waiting.computeIfAbsent(server.address(), any -> new int[1])[0]++;
    NameWatch watch = byAddress.get(new Route(client, server.address()));
    if (watch != null) {
      watch.requestBegins(first);
    }
  }

  @Override
  public void requestEnds(Address client, Endpoint server) {
    int[] count = isNameService(server) ? null : waiting.get(server.address());
    if (count != null && --count[0] == 0) {
      waiting.remove(server.address());
    }
  }

  /** The last name for which a client was given an address. */
  Optional<String> nameOf(Address client, Address server) {
    return Optional.ofNullable(byAddress.get(new Route(client, server))).map(watch -> watch.name);
  }

  /** DNS over TCP (RFC 7766) and over TLS (RFC 7858) is a lookup, not a use of the address. */
  static boolean isNameService(Endpoint server) {
    return server.port() == 53 || server.port() == 853;
  }

  /** In the order of the first queries. Call once, after the last packet. */
  List<NameWatch> watches() {
    watches.forEach(each -> each.bursts.endBurst());
    byAddress.forEach(
        (use, watch) -> watch.connectedByOthers |= connectedByOthers.contains(use.to()));
    return List.copyOf(watches);
  }
}
