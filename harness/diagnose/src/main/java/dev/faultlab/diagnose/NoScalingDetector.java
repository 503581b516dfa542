package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.FindingTexts.text;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class NoScalingDetector extends Detector {
  private static final int MACHINE_BYTES = 220;

  private final MemoryBudget budget;
  private final Map<Unscaled, Group> withoutScale = new LinkedHashMap<>();
  private final Set<Machine> canScale = new HashSet<>();
  private final Set<Endpoint> scalesSomewhere = new HashSet<>();
  private final Set<Machine> stamps = new HashSet<>();
  private final Set<Address> scaledClients = new HashSet<>();
  private final Map<Endpoint, Examples> unscaledClients = new LinkedHashMap<>();
  private final Map<Endpoint, Examples> stopsUnscaled = new LinkedHashMap<>();

  /**
   * The machine at an address, as far as packets show.
   *
   * @param ttl time to live of its SYN-ACK: another value means another machine or path
   */
  private record Machine(Endpoint server, int ttl) implements Comparable<Machine> {
    @Override
    public int compareTo(Machine other) {
      int order = Integer.compare(ttl, other.ttl);
      return order != 0 ? order : server.compareTo(other.server);
    }
  }

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

  private record Unscaled(Machine machine, Lack lack) implements Comparable<Unscaled> {
    @Override
    public int compareTo(Unscaled other) {
      return Comparator.comparing(Unscaled::machine)
          .thenComparing(Unscaled::lack)
          .compare(this, other);
    }
  }

  private static final class Group {
    final Examples examples = new Examples();
    final Set<Address> clients = new HashSet<>();
  }

  NoScalingDetector(MemoryBudget budget) {
    super(FindingId.NO_WINDOW_SCALING, Optional.of(LabFault.of("syncookie")));
    this.budget = budget;
  }

  @Override
  boolean needsNoDns() {
    return true;
  }

  @Override
  void connection(TcpConnection connection) {
    if (!connection.handshakeSeen()) {
      return;
    }
    Offer client = connection.clientSide().offer().orElseThrow();
    Offer server = connection.serverSide().offer().orElseThrow();
    Machine machine = new Machine(connection.server(), server.ttl());
    if (server.options().timestamps().isKnown()) {
      budget.keep(stamps, machine, MACHINE_BYTES);
    }
    Address asks = connection.client().address();
    if (server.options().windowScale().isKnown()) {
      budget.keep(scaledClients, asks, MACHINE_BYTES);
      if (budget.keep(canScale, machine, MACHINE_BYTES)) {
        scalesSomewhere.add(connection.server());
      }
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
      Unscaled key = new Unscaled(machine, Lack.of(client.options(), server.options()));
      budget
          .keep(withoutScale, key, Examples.BYTES, Group::new)
          .ifPresent(
              group -> {
                group.examples.add(connection, client.frame(), server.frame());
                budget.keep(group.clients, asks, MACHINE_BYTES);
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
    return connection
        .serverSide()
        .windows()
        .flatMap(TcpSide.Windows::edge)
        .filter(edge -> edge.shortSegments() > 0)
        .isPresent();
  }

  /**
   * The first window after the handshake equals the SYN's to the byte. So it is unscaled, or has
   * grown at least fourfold at once, which no receiver does. 65535 proves nothing: it is the SYN
   * field's maximum.
   */
  private static boolean clientGoesOnUnscaled(TcpConnection connection, Offer client) {
    if (connection.clientSide().windows().isEmpty()) {
      return false;
    }
    TcpSide.Windows windows = connection.clientSide().windows().get();
    return windows.shift().orElse(0) >= 2
        && client.rawWindow() < 65_535
        && client.rawWindow() >= 4096
        && windows.firstRaw() == client.rawWindow();
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    Map<Address, Map<Endpoint, Examples>> unscaledEverywhere = new LinkedHashMap<>();
    withoutScale.forEach(
        (key, group) -> {
          Machine machine = key.machine();
          if (group.clients.size() == 1 && !scaledClients.containsAll(group.clients)) {
            unscaledEverywhere
                .computeIfAbsent(group.clients.iterator().next(), any -> new LinkedHashMap<>())
                .put(machine.server(), group.examples);
          }
          if (canScale.contains(machine)) {
            NoScalingText.optionMissing(
                machine.server(), group.examples, key.lack(), mayBeCookie(key), out);
          }
        });
    unscaledEverywhere.values().removeIf(servers -> servers.size() == 1);
    unscaledEverywhere.forEach(
        (client, servers) ->
            out.undecided(
                text(
                    FindingId.NO_WINDOW_SCALING,
                    "no-server",
                    client,
                    servers.size(),
                    servers.values().iterator().next())));
    withoutScale.forEach(
        (key, group) -> {
          if (!canScale.contains(key.machine())
              && Collections.disjoint(group.clients, unscaledEverywhere.keySet())) {
            out.undecided(
                group.examples,
                "to "
                    + key.machine().server()
                    + " offer window scaling and the SYN-ACK does not; "
                    + whyNotTold(key));
          }
        });
    unscaledClients.forEach(
        (server, examples) -> NoScalingText.removedBehind(server, examples, out));
    stopsUnscaled.forEach(
        (server, examples) ->
            out.undecided(examples, "of " + server + text(FindingId.NO_WINDOW_SCALING, "stops")));
  }

  private String whyNotTold(Unscaled key) {
    if (scalesSomewhere.contains(key.machine().server())) {
      return text(FindingId.NO_WINDOW_SCALING, "another-machine");
    }
    if (!mayBeCookie(key)) {
      return "no SYN-ACK of this server in the capture offers it, so it may be switched off there";
    }
    return NoScalingText.likeCookies(key.lack());
  }

  /** A cookie of a server with timestamps keeps the options of a client with timestamps. */
  private boolean mayBeCookie(Unscaled key) {
    return switch (key.lack()) {
      case SACK, NOTHING -> true;
      case TIMESTAMPS -> !stamps.contains(key.machine());
      case NOT_ALL -> false;
    };
  }
}
