package dev.faultlab.capture.ledger;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Every connection attempt of a capture and every connection's end, by destination. Counts are
 * exact; connections are examples, of which each destination keeps some in each {@link State}.
 *
 * <p>A new source port or initial sequence number is a new attempt, and a frame that the capture
 * has twice counts once.
 */
public final class ConnectionLedger {
  private static final int DESTINATION_BYTES = 900;

  /** For one address and port: more are no answers, but a flood. */
  private static final int MAX_STRAYS = 64;

  private final BiFunction<Address, Address, Optional<String>> names;
  private final MemoryBudget budget;
  private final Map<Endpoint, Destination> destinations = new LinkedHashMap<>();

  /** SYN-ACKs without their SYN, by the client that they answer. */
  private final Map<Endpoint, List<TcpConnection>> strays = new HashMap<>();

  /** The index of what was added so far; null until it is requested. */
  private Index index;

  /**
   * The connections of a client to a destination.
   *
   * @param client its address
   * @param destination with the connections of all clients
   * @param all examples, by their first frame
   */
  public record ClientConnections(
      Address client, Destination destination, List<TcpConnection> all) {}

  private record Index(List<ClientConnections> all, Map<Address, DestinationCounts> counts) {}

  /**
   * How many destinations a client tried. A client whose attempts at many ports of a server are all
   * unanswered or refused is a port scan.
   *
   * @param destinations addresses and ports that it sent a SYN to
   * @param answered those of which one was answered by a SYN-ACK
   */
  public record DestinationCounts(int destinations, int answered) {
    private static final DestinationCounts NONE = new DestinationCounts(0, 0);

    private DestinationCounts with(boolean oneAnswered) {
      return new DestinationCounts(destinations + 1, answered + (oneAnswered ? 1 : 0));
    }
  }

  /**
   * An empty one.
   *
   * @param names what a client looked up when it was given an address
   * @param budget whose share for the ledger it uses, and which counts what does not fit
   */
  @SuppressWarnings("exports") // budgets are exported to our modules only
  public ConnectionLedger(
      BiFunction<Address, Address, Optional<String>> names, MemoryBudget budget) {
    this.names = names;
    this.budget = budget;
  }

  /**
   * Adds a connection that has ended, or whose capture has.
   *
   * @param connection a new one
   */
  public void add(TcpConnection connection) {
    Destination dest = destinations.get(connection.server());
    if (dest == null) {
      if (!budget.reserve(Part.LEDGER, DESTINATION_BYTES)) {
        return;
      }
      dest = new Destination(connection.server(), names, budget);
      destinations.put(connection.server(), dest);
    }
    dest.add(connection);
    boolean stray =
        connection.clientSide().offer().isEmpty() && connection.serverSide().offer().isPresent();
    if (stray) {
      List<TcpConnection> all = strays.getOrDefault(connection.client(), new ArrayList<>(1));
      if (all.size() < MAX_STRAYS && budget.reserve(Part.LEDGER, Destination.CONNECTION_BYTES)) {
        all.add(connection);
        strays.put(connection.client(), all);
      }
    }
    index = null;
  }

  /** {@return all destinations, in the order in which their first connection ended} */
  public Collection<Destination> destinations() {
    return Collections.unmodifiableCollection(destinations.values());
  }

  /**
   * A destination.
   *
   * @param server its address and port
   * @return empty if no connection to it is in the capture, or kept
   */
  public Optional<Destination> destination(Endpoint server) {
    return Optional.ofNullable(destinations.get(server));
  }

  /**
   * Whether an attempt was answered from another address or port than it was sent to, as if a
   * translation of addresses is missing on the way back. Clients refuse such an answer.
   *
   * @param attempt that has no answer from where it was sent to
   * @return the connection that begins with that SYN-ACK
   */
  public Optional<TcpConnection> answeredElsewhere(TcpConnection attempt) {
    return attempt.state() == State.UNANSWERED || attempt.state() == State.UNREACHABLE
        ? strays.getOrDefault(attempt.client(), List.of()).stream()
            .filter(each -> each.opening().clientStart() == attempt.opening().clientStart())
            .findFirst()
        : Optional.empty();
  }

  /**
   * How many destinations a client tried, as far as their attempts are kept.
   *
   * @param client its address
   * @return none for a client without a SYN in the capture
   */
  public DestinationCounts destinationsOf(Address client) {
    return index().counts.getOrDefault(client, DestinationCounts.NONE);
  }

  /** {@return all connections, by destination and client} */
  public List<ClientConnections> clientConnections() {
    return index().all;
  }

  private Index index() {
    if (index == null) {
      index = new Index(new ArrayList<>(), new HashMap<>());
      for (Destination each : destinations.values()) {
        each.byClient().forEach((client, all) -> index(new ClientConnections(client, each, all)));
      }
    }
    return index;
  }

  private void index(ClientConnections added) {
    index.all.add(added);
    if (added.all.stream().anyMatch(each -> each.syns() > 0)) {
      boolean answered = added.all.stream().anyMatch(TcpConnection::handshakeSeen);
      index.counts.merge(
          added.client, DestinationCounts.NONE.with(answered), (old, any) -> old.with(answered));
    }
  }

  /** {@return how many connections are not in it, or counted and not kept, for lack of memory} */
  public long dropped() {
    return budget.drops(Part.LEDGER);
  }
}
