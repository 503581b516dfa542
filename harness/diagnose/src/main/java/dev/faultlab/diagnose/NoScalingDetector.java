package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Connections without window scaling although both sides can: windows stay below 64 KiB.
 *
 * <p>There are two forms. Either the SYN offers scaling and the SYN-ACK does not, while the same
 * server's other SYN-ACKs do. The cause is a SYN cookie that has no place for the client's scale,
 * because the client or the server has timestamps switched off; or another server, or a middlebox.
 * Or both SYNs carry the option, but the client's raw window continues unscaled: the SYN-ACK lost
 * the option after the point of capture.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>form two: the client's scale is at least 2 (a factor of 4), and its raw window in the SYN
 *       is from 4096 to 65,534 bytes; 65,535 is the field's maximum (RFC 9293 3.1) and proves
 *       nothing.
 *   <li>a sender that stops at the unscaled window (inconclusive): at least 10 rounds, 80 % of them
 *       ended there, and 80 % were resumed by an acknowledgement.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class NoScalingDetector extends ConnectionDetector {
  private static final int MACHINE_BYTES = 220;

  private final Map<Machine, Group> withoutScale = new LinkedHashMap<>();
  private final Set<Machine> scaling = new HashSet<>();
  private final Set<Endpoint> scalingServers = new HashSet<>();
  private final Set<Machine> timestamping = new HashSet<>();
  private final Set<Address> scaledClients = new HashSet<>();
  private final Map<Endpoint, Examples> unscaledClients = new LinkedHashMap<>();
  private final Map<Endpoint, Examples> unscaledStops = new LinkedHashMap<>();

  /** Which options besides the scale a SYN offers and the SYN-ACK lacks. */
  enum Missing {
    /** SACK; the SYN has no timestamps. */
    SACK,
    /** Timestamps, and SACK if it is offered. */
    TIMESTAMPS,
    /** None, because the SYN offers none, as far as captured. */
    NOTHING,
    /**
     * The SYN-ACK lacks at most one of timestamps and SACK; a SYN cookie keeps all options or none.
     */
    NOT_ALL,
    ANY;

    static Missing of(Offer.Options syn, Offer.Options synAck) {
      if (!synAck.timestamps().isAbsent() || !synAck.sackPermitted().isAbsent()) {
        return NOT_ALL;
      }
      boolean lacksSack = syn.timestamps().isAbsent() && syn.sackPermitted().isKnown();
      return syn.timestamps().isKnown() ? TIMESTAMPS : lacksSack ? SACK : NOTHING;
    }
  }

  /**
   * The machine at an address, as far as packets show, and what its SYN-ACKs lack besides the
   * scale.
   *
   * @param ttl time to live of its SYN-ACK: another value means another machine or path
   * @param lack {@link Missing#ANY} for the machine as such
   */
  private record Machine(Endpoint server, int ttl, Missing lack) implements Comparable<Machine> {
    Machine lacking(Missing other) {
      return new Machine(server, ttl, other);
    }

    @Override
    public int compareTo(Machine other) {
      int order = lack.compareTo(other.lack);
      order = order != 0 ? order : Integer.compare(ttl, other.ttl);
      return order != 0 ? order : server.compareTo(other.server);
    }
  }

  private static final class Group {
    final Examples examples = new Examples();
    final Set<Address> clients = new HashSet<>();
  }

  NoScalingDetector(MemoryBudget budget) {
    super(FindingId.NO_WINDOW_SCALING, LabFault.of("syncookie"), budget);
  }

  @Override
  void connection(TcpConnection connection) {
    if (!connection.handshakeSeen()) {
      return;
    }
    Offer client = connection.clientSide().offer().orElseThrow();
    Offer server = connection.serverSide().offer().orElseThrow();
    Machine machine = new Machine(connection.server(), server.ttl(), Missing.ANY);
    Address clientAddress = connection.client().address();
    if (server.options().timestamps().isKnown()) {
      budget.keep(timestamping, machine, MACHINE_BYTES);
    }
    if (server.options().windowScale().isKnown()) {
      budget.keep(scaledClients, clientAddress, MACHINE_BYTES);
      if (budget.keep(scaling, machine, MACHINE_BYTES)) {
        scalingServers.add(connection.server());
      }
      if (clientGoesOnUnscaled(connection, client)) {
        add(unscaledClients, connection, server.frame());
      } else {
        Starvation.stopsAtUnscaledWindow(connection)
            .ifPresent(pace -> add(unscaledStops, connection, pace.maxInFlightFrame()));
      }
    } else if (server.options().windowScale().isAbsent()
        && client.options().windowScale().isKnown()
        && !windowsContradict(connection)) {
      Machine key = machine.lacking(Missing.of(client.options(), server.options()));
      Group group = budget.keep(withoutScale, key, Examples.BYTES, Group::new);
      group.examples.add(connection, client.frame(), server.frame());
      budget.keep(group.clients, clientAddress, MACHINE_BYTES);
    }
  }

  private void add(Map<Endpoint, Examples> byEndpoint, TcpConnection connection, long frame) {
    budget
        .keep(byEndpoint, connection.server(), Examples.BYTES, Examples::new)
        .add(connection, frame, connection.opening().handshakeAckFrame().orElse(0));
  }

  /** Whether the server does scale; then the mismatch detector handles it. */
  private static boolean windowsContradict(TcpConnection connection) {
    return connection.serverSide().windows().stream()
        .flatMap(each -> each.edge().stream())
        .anyMatch(edge -> edge.shortSegments() > 0);
  }

  /**
   * The first window after the handshake equals the SYN's to the byte. So it is unscaled, or has
   * grown at least fourfold at once, which no receiver does. 65535 proves nothing: it is the SYN
   * field's maximum.
   */
  private static boolean clientGoesOnUnscaled(TcpConnection connection, Offer client) {
    return connection.clientSide().windows().stream()
        .filter(windows -> windows.shift().orElse(0) >= 2)
        .filter(windows -> windows.firstRaw() == client.rawWindow())
        .anyMatch(windows -> windows.firstRaw() < 65_535 && windows.firstRaw() >= 4096);
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Address, Map<Endpoint, Examples>> everywhere = new LinkedHashMap<>();
    withoutScale.forEach(
        (key, group) -> {
          if (group.clients.size() == 1 && !scaledClients.containsAll(group.clients)) {
            everywhere
                .computeIfAbsent(group.clients.iterator().next(), any -> new LinkedHashMap<>())
                .put(key.server, group.examples);
          }
        });
    everywhere.values().removeIf(servers -> servers.size() == 1);
    everywhere.forEach(
        (client, servers) -> {
          Examples first = servers.values().iterator().next();
          out.undecided(text("no-server", client, servers.size(), first));
        });
    withoutScale.forEach(
        (key, group) -> {
          if (scaling.contains(key.lacking(Missing.ANY))) {
            missing(key, group.examples, out);
          } else if (Collections.disjoint(group.clients, everywhere.keySet())) {
            boolean scalesElsewhere = scalingServers.contains(key.server);
            String name = mayBeCookie(key) ? "like-cookies" : "switched-off";
            String why = text(scalesElsewhere ? "another-machine" : name, options(key.lack));
            out.undecided(group.examples, text("without", key.server, why));
          }
        });
    unscaledClients.forEach(
        (server, examples) -> out.reportAs("behind", false, place(server, examples)));
    unscaledStops.forEach(
        (server, examples) -> out.undecided(examples, "of " + server + text("stops")));
  }

  private static String options(Missing lack) {
    return lack == Missing.SACK ? "SACK, and their SYNs no timestamps" : "timestamps and no SACK";
  }

  /** The server scales for others. */
  private void missing(Machine key, Examples examples, Conclusions out) {
    boolean cookie = mayBeCookie(key);
    String cause =
        cookie
            ? (key.lack == Missing.SACK ? "The SYNs have no timestamps. " : "") + text("cookie")
            : text(key.lack == Missing.TIMESTAMPS ? "timestamps" : "no-cookie") + text("path");
    out.reportAs(cookie ? "cookie" : "", false, place(key.server, examples), cause);
  }

  private static Finding.Place place(Endpoint server, Examples examples) {
    return Finding.Place.ofServer(server, examples.count() + " connections: ", examples);
  }

  /** A cookie of a server with timestamps keeps the options of a client with timestamps. */
  private boolean mayBeCookie(Machine key) {
    return switch (key.lack) {
      case SACK, NOTHING -> true;
      case TIMESTAMPS -> !timestamping.contains(key.lacking(Missing.ANY));
      case NOT_ALL, ANY -> false;
    };
  }
}
