package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
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
 *   <li>form one, <em>certain</em>: all connections of the group have a SYN without timestamps and
 *       a SYN-ACK without SACK (RFC 7323 3.2, RFC 2018 2 define the options).
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
      return Comparator.comparing(Machine::server)
          .thenComparingInt(Machine::ttl)
          .compare(this, other);
    }
  }

  /** Which options besides the scale a SYN offers and the SYN-ACK lacks. */
  private enum Lack {
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
    if (server.options().timestamps().isKnown()
        && !stamps.contains(machine)
        && budget.take(Part.FINDINGS, MACHINE_BYTES)) {
      stamps.add(machine);
    }
    Address asks = connection.client().address();
    if (server.options().windowScale().isKnown()) {
      if (!scaledClients.contains(asks) && budget.take(Part.FINDINGS, MACHINE_BYTES)) {
        scaledClients.add(asks);
      }
      if (!canScale.contains(machine) && budget.take(Part.FINDINGS, MACHINE_BYTES)) {
        canScale.add(machine);
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
      if (!withoutScale.containsKey(key) && !budget.take(Part.FINDINGS, Examples.BYTES)) {
        return;
      }
      Group group = withoutScale.computeIfAbsent(key, any -> new Group());
      group.examples.add(connection, client.frame(), server.frame());
      if (group.clients.contains(asks) || budget.take(Part.FINDINGS, MACHINE_BYTES)) {
        group.clients.add(asks);
      }
    }
  }

  private void add(Map<Endpoint, Examples> all, TcpConnection connection, long frame) {
    Endpoint server = connection.server();
    if (all.containsKey(server) || budget.take(Part.FINDINGS, Examples.BYTES)) {
      all.computeIfAbsent(server, endpoint -> new Examples())
          .add(connection, frame, connection.opening().handshakeAckFrame().orElse(0));
    }
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
            optionMissing(key, group, out);
          }
        });
    unscaledEverywhere.values().removeIf(servers -> servers.size() == 1);
    unscaledEverywhere.forEach(
        (client, servers) ->
            out.undecided(
                String.format(
                    "%s offers window scaling to %d servers, and no SYN-ACK that it gets has it."
                        + " Network address translation or a proxy next to the client may answer"
                        + " for the servers (VirtualBox, VMware), or none of them has it on: %s",
                    client, servers.size(), servers.values().iterator().next())));
    withoutScale.forEach(
        (key, group) -> {
          if (!canScale.contains(key.machine())
              && Collections.disjoint(group.clients, unscaledEverywhere.keySet())) {
            out.undecided(
                group.examples.count()
                    + " connections to "
                    + key.machine().server()
                    + " offer window scaling and the SYN-ACK does not; "
                    + whyNotTold(key)
                    + group.examples);
          }
        });
    unscaledClients.forEach((server, examples) -> removedBehind(server, examples, out));
    stopsUnscaled.forEach(
        (server, examples) ->
            out.undecided(
                examples.count()
                    + " connections of "
                    + server
                    + " have a sender that stops where the other side's window would end without"
                    + " scaling, although it has more to send. A scale that was lost beyond the"
                    + " point of capture looks like that; so does a router that drops later data."
                    + " Compare with ss -ti (wscale) on both hosts: "
                    + examples));
  }

  private String whyNotTold(Unscaled key) {
    Endpoint server = key.machine().server();
    if (canScale.stream().anyMatch(each -> each.server().equals(server))) {
      return "SYN-ACKs from that address that offer it have another time to live, so another"
          + " machine may have sent them: ";
    }
    if (!mayBeCookie(key)) {
      return "no SYN-ACK of this server in the capture offers it, so it may be switched off there:"
          + " ";
    }
    return "their SYN-ACKs have no "
        + (key.lack() == Lack.SACK
            ? "SACK, and their SYNs no timestamps"
            : "timestamps and no SACK")
        + ". SYN cookies look exactly like that if the client or the server has timestamps switched"
        + " off, and so does a server with all of them switched off. On the server, check nstat -az"
        + " TcpExtSyncookiesSent TcpExtTCPReqQFullDoCookies and sysctl net.ipv4.tcp_timestamps"
        + " net.ipv4.tcp_window_scaling net.ipv4.tcp_sack: ";
  }

  /** A cookie of a server with timestamps keeps the options of a client with timestamps. */
  private boolean mayBeCookie(Unscaled key) {
    return switch (key.lack()) {
      case SACK, NOTHING -> true;
      case TIMESTAMPS -> !stamps.contains(key.machine());
      case NOT_ALL -> false;
    };
  }

  private void optionMissing(Unscaled key, Group group, Conclusions out) {
    Endpoint server = key.machine().server();
    boolean cookie = key.lack() == Lack.SACK;
    boolean maybeCookie = !cookie && mayBeCookie(key);
    out.found(
        cookie ? Finding.Confidence.CERTAIN : Finding.Confidence.LIKELY,
        new Finding.Place(
            server.toString(),
            group.examples.count() + " connections: " + group.examples,
            group.examples.frames(),
            DisplayFilter.server(server),
            Finding.Parties.server(group.examples.first())),
        "The SYN offers window scaling and the SYN-ACK does not, but other SYN-ACKs from the"
            + " same address with the same time to live do. No window of these connections can"
            + " exceed 65535 bytes. "
            + (cookie
                ? "The SYNs have no timestamps and the SYN-ACKs no SACK either. This is a SYN"
                    + " cookie for a client without timestamps, which has no room for the options."
                : maybeCookie
                    ? "The SYN-ACKs have no timestamps and no SACK either. A SYN cookie has no room"
                        + " for the options if the client or the server has timestamps switched off."
                        + " A server with all options switched off, behind a balancer with others,"
                        + " answers the same."
                    : (key.lack() == Lack.TIMESTAMPS
                            ? "Other SYN-ACKs of this server have timestamps, with which a SYN cookie"
                                + " keeps the option"
                            : "A SYN cookie without room for the option has no timestamps and no"
                                + " SACK either, and these SYN-ACKs have one of them")
                        + ", so a SYN cookie is not the cause; something on the path may remove the"
                        + " option."),
        "Not the window-scale mismatch: the windows agree with the declared scale, but they are"
            + " small."
            + (cookie
                ? ""
                : " What speaks against it: a balancer may forward to servers of which only some"
                    + " use window scaling."),
        cookie
            ? "Switch TCP timestamps on at the client (net.ipv4.tcp_timestamps=1), and find out why"
                + " the server sends cookies (SyncookiesSent, listen backlog)."
            : (maybeCookie
                    ? "On the server, check net.ipv4.tcp_timestamps and nstat -az"
                        + " TcpExtSyncookiesSent: switch timestamps on, and find out why it sends"
                        + " cookies. If it sends none: capture"
                    : "Capture")
                + " on both sides of the firewalls and balancers in between.");
  }

  private static void removedBehind(Endpoint server, Examples examples, Conclusions out) {
    out.found(
        Finding.Confidence.LIKELY,
        new Finding.Place(
            server.toString(),
            examples.count() + " connections: " + examples,
            examples.frames(),
            DisplayFilter.server(server),
            Finding.Parties.server(examples.first())),
        "Both SYN and SYN-ACK offer window scaling, but the client's first window after the"
            + " handshake has exactly the value of its SYN, as if the client did not scale. With"
            + " its own scale, the window would have grown at least fourfold at once. So the"
            + " client probably reads the server's windows unscaled as well.",
        "Not a large receive buffer: a SYN whose buffer does not fit advertises 65535, not less."
            + " What speaks against it: a client could by chance advertise the same number with"
            + " its scale.",
        "Capture at the client as well: if the SYN-ACK arrives there without the option, something"
            + " on the path removes it.");
  }
}
