package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange.Answer;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.Way;
import dev.faultlab.capture.dns.ClientName;
import dev.faultlab.capture.dns.DnsEvents;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.tcp.TcpEvents;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Feeds {@link NameWatch}es with queries and with uses of the answers. */
final class NameTraffic implements DnsEvents, TcpEvents {
  private final Map<ClientName, NameWatch> watches = new LinkedHashMap<>();
  private final Map<Way, NameWatch> byAddress = new HashMap<>();

  /** Requests that wait for an answer, by the machine that must answer. */
  private final Map<Address, Integer> waiting = new HashMap<>();

  /** Addresses that clients other than those that looked them up connect to. */
  private final Set<Address> connectedByOthers = new HashSet<>();

  private static final int USE_BYTES = 150;
  private static final int SERVER_BYTES = 90;

  private final MemoryBudget budget;

  NameTraffic(MemoryBudget budget) {
    this.budget = budget;
  }

  @Override
  public void opened(
      Address client,
      String name,
      int type,
      Origin origin,
      long frame,
      long timeNanos,
      int outstanding) {
    watches
        .computeIfAbsent(new ClientName(client, name), key -> new NameWatch(client, name))
        .opened(type, origin, frame, timeNanos, outstanding, waiting.getOrDefault(client, 0));
  }

  @Override
  public void answered(Address client, String name, int type, Answer answer) {
    NameWatch watch = watches.get(new ClientName(client, name));
    if (watch != null) {
      watch.answered(type, answer);
      for (Address address : answer.addresses()) {
        Way use = new Way(client, address);
        NameWatch before = byAddress.get(use);
        if (before != null || budget.take(Part.FINDINGS, USE_BYTES)) {
          byAddress.put(use, watch);
        }
        if (before != null && before != watch) {
          before.sharesAddress = true;
          watch.sharesAddress = true;
        }
      }
    }
  }

  @Override
  public void closed(
      Address client, String name, int type, long frame, long timeNanos, int outstanding) {
    NameWatch watch = watches.get(new ClientName(client, name));
    if (watch != null) {
      watch.closed(type, timeNanos, outstanding);
    }
  }

  @Override
  public void connecting(Address client, Address server, int port, int ttl, long timeNanos) {
    if (isNameService(port)) {
      return;
    }
    NameWatch watch = byAddress.get(new Way(client, server));
    if (watch != null) {
      watch.connecting(ttl, timeNanos);
    } else {
      budget.keep(connectedByOthers, server, SERVER_BYTES);
    }
  }

  @Override
  public void requestBegins(Address client, Address server, int port, boolean first) {
    if (isNameService(port)) {
      return;
    }
    waiting.merge(server, 1, Integer::sum);
    NameWatch watch = byAddress.get(new Way(client, server));
    if (watch != null) {
      watch.requestBegins(first);
    }
  }

  @Override
  public void requestEnds(Address client, Address server, int port) {
    if (!isNameService(port)) {
      waiting.computeIfPresent(server, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  /** The last name for which a client was given an address. */
  Optional<String> nameOf(Address client, Address server) {
    return Optional.ofNullable(byAddress.get(new Way(client, server))).map(watch -> watch.name);
  }

  /** DNS over TCP (RFC 7766) and over TLS (RFC 7858) is a lookup, not a use of the address. */
  static boolean isNameService(int port) {
    return port == 53 || port == 853;
  }

  /** In the order of the first queries. Call once, after the last packet. */
  List<NameWatch> watches() {
    watches.values().forEach(each -> each.bursts.settle());
    byAddress.forEach(
        (use, watch) -> watch.connectedByOthers |= connectedByOthers.contains(use.to()));
    return List.copyOf(watches.values());
  }
}
