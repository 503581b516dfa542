package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class NoScalingDetector extends ConnectionDetector {
  private static final int CLIENT_BYTES = 90;

  private final Map<Unscaled, Group> withoutScale = new LinkedHashMap<>();
  private final Map<Endpoint, Examples> unscaledClients = new LinkedHashMap<>();
  private final Map<Endpoint, Examples> stopsUnscaled = new LinkedHashMap<>();

  /** Which options besides the scale a SYN offers and the SYN-ACK lacks. */
  enum Lack {
    /** SACK; the SYN has no timestamps. */
    SACK,
    /** Timestamps, and SACK if it is offered. */
    TIMESTAMPS,
    /** None, because the SYN offers none, as far as captured. */
    NOTHING,
    /** At most one of both; a cookie has all options or none. */
    NOT_ALL;

    static Lack of(Offer.Options syn, Offer.Options synAck) {
      if (!synAck.timestamps().isAbsent() || !synAck.sackPermitted().isAbsent()) {
        return NOT_ALL;
      }
      boolean sack = syn.timestamps().isAbsent() && syn.sackPermitted().isKnown();
      return syn.timestamps().isKnown() ? TIMESTAMPS : sack ? SACK : NOTHING;
    }
  }

  /**
   * SYN-ACKs without the scale of one machine, as far as packets show.
   *
   * @param ttl time to live: another value means another machine or path
   */
  private record Unscaled(Endpoint server, int ttl, Lack lack) implements Comparable<Unscaled> {
    /** A cookie of a server with timestamps keeps the options of a client with timestamps. */
    boolean mayBeCookie(List<Offer> others) {
      return switch (lack) {
        case SACK, NOTHING -> true;
        case TIMESTAMPS ->
            others.stream()
                .noneMatch(each -> each.ttl() == ttl && each.options().timestamps().isKnown());
        case NOT_ALL -> false;
      };
    }

    @Override
    public int compareTo(Unscaled other) {
      int order = Integer.compare(ttl, other.ttl);
      order = order != 0 ? order : lack.compareTo(other.lack);
      return order != 0 ? order : server.compareTo(other.server);
    }
  }

  private static final class Group {
    final Examples examples = new Examples();
    final Set<Address> clients = new HashSet<>();
  }

  NoScalingDetector(MemoryBudget budget) {
    super(FindingId.NO_WINDOW_SCALING, Optional.of(LabFault.of("syncookie")), budget);
  }

  @Override
  void connection(TcpConnection connection) {
    if (!connection.handshakeSeen()) {
      return;
    }
    Offer client = connection.clientSide().offer().orElseThrow();
    Offer server = connection.serverSide().offer().orElseThrow();
    if (server.options().windowScale().isKnown()) {
      TcpSide clientSide = connection.clientSide();
      TcpSide serverSide = connection.serverSide();
      if (clientGoesOnUnscaled(connection, client)) {
        add(unscaledClients, connection, server.frame());
      } else if (Starvation.stopsAtUnscaledWindow(clientSide, serverSide)) {
        add(stopsUnscaled, connection, clientSide.pace().maxInFlightFrame());
      } else if (Starvation.stopsAtUnscaledWindow(serverSide, clientSide)) {
        add(stopsUnscaled, connection, serverSide.pace().maxInFlightFrame());
      }
    } else if (server.options().windowScale().isAbsent()
        && client.options().windowScale().isKnown()
        && !windowsContradict(connection)) {
      Lack lack = Lack.of(client.options(), server.options());
      Unscaled key = new Unscaled(connection.server(), server.ttl(), lack);
      budget
          .keep(withoutScale, key, Examples.BYTES, Group::new)
          .ifPresent(
              group -> {
                group.examples.add(connection, client.frame(), server.frame());
                budget.keep(group.clients, connection.client().address(), CLIENT_BYTES);
              });
    }
  }

  private void add(Map<Endpoint, Examples> all, TcpConnection connection, long frame) {
    budget
        .keep(all, connection.server(), Examples.BYTES, Examples::new)
        .ifPresent(
            examples ->
                examples.add(
                    connection, frame, connection.opening().handshakeAckFrame().orElse(0)));
  }

  /** Then the server does scale, and the mismatch detector handles it. */
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
    Set<Address> scaled = withoutScale.isEmpty() ? Set.of() : scaledClients(facts.ledger());
    withoutScale.forEach(
        (key, group) -> {
          if (group.clients.size() == 1 && !scaled.containsAll(group.clients)) {
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
          List<Offer> others = synAcks(key.server, facts.ledger());
          boolean cookie = key.mayBeCookie(others);
          if (others.stream().anyMatch(each -> each.ttl() == key.ttl && scales(each))) {
            missing(key, group.examples, cookie, out);
          } else if (Collections.disjoint(group.clients, everywhere.keySet())) {
            String why =
                others.stream().anyMatch(NoScalingDetector::scales)
                    ? text("another-machine")
                    : cookie
                        ? text(
                            "like-cookies",
                            key.lack == Lack.SACK
                                ? "SACK, and their SYNs no timestamps"
                                : "timestamps and no SACK")
                        : text("switched-off");
            out.undecided(group.examples, text("without", key.server, why));
          }
        });
    unscaledClients.forEach(
        (server, examples) -> out.reportAs("behind", false, place(server, examples)));
    stopsUnscaled.forEach(
        (server, examples) -> out.undecided(examples, "of " + server + text("stops")));
  }

  /** The server scales for others. */
  private void missing(Unscaled key, Examples examples, boolean cookie, Conclusions out) {
    String cause =
        cookie
            ? (key.lack == Lack.SACK ? "The SYNs have no timestamps. " : "") + text("cookie")
            : text(key.lack == Lack.TIMESTAMPS ? "timestamps" : "no-cookie") + text("path");
    out.reportAs(cookie ? "cookie" : "", false, place(key.server, examples), cause);
  }

  private static Finding.Place place(Endpoint server, Examples examples) {
    return Finding.Place.ofServer(server, examples.count() + " connections: ", examples);
  }

  private static Set<Address> scaledClients(ConnectionLedger ledger) {
    return ledger.destinations().stream()
        .flatMap(Destination::connections)
        .filter(each -> each.handshakeSeen() && scales(each.serverSide().offer().orElseThrow()))
        .map(each -> each.client().address())
        .collect(Collectors.toSet());
  }

  private static List<Offer> synAcks(Endpoint server, ConnectionLedger ledger) {
    return ledger.destination(server).stream()
        .flatMap(Destination::connections)
        .filter(TcpConnection::handshakeSeen)
        .flatMap(each -> each.serverSide().offer().stream())
        .toList();
  }

  private static boolean scales(Offer synAck) {
    return synAck.options().windowScale().isKnown();
  }
}
