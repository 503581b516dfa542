package dev.faultlab.capture.ledger;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.Fate;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The connections to one address and port. {@link #worked} is the contrast to any fault: filter it
 * by client, time, silence, size or option, and ask whether anything is left.
 */
public final class Destination {
  /** Of a connection without its timeline. */
  static final int CONNECTION_BYTES = 1_300;

  /** Examples of each fate; when there are more, a random half of them is kept, and so on. */
  private static final int KEPT = 256;

  private final Endpoint server;
  private final BiFunction<Address, Address, Optional<String>> names;
  private final MemoryBudget budget;
  private final Map<Fate, Kept> fates = new EnumMap<>(Fate.class);
  private final Kept late = new Kept();

  /** A machine that a RST came from, by its time to live. */
  public enum Sender {
    /** As far away as the other segments of that side. */
    PEER,
    /** From nearer or farther than them: something in between. */
    ANOTHER,
    /** There is nothing to compare it with. */
    UNKNOWN
  }

  /** A number, and a random sample of the connections, the same in each run. */
  private static final class Kept {
    long count;
    private int mask;
    final List<TcpConnection> all = new ArrayList<>(1);

    void add(TcpConnection connection, MemoryBudget budget) {
      count++;
      while (isKept(connection) && all.size() == KEPT) {
        mask = 2 * mask + 1;
        all.removeIf(each -> !isKept(each));
        budget.giveBack(Part.LEDGER, (long) CONNECTION_BYTES * (KEPT - all.size()));
      }
      if (isKept(connection) && budget.take(Part.LEDGER, CONNECTION_BYTES)) {
        all.add(connection);
      }
    }

    /** Of every second one, or fourth, a pattern in the capture may have another share. */
    private boolean isKept(TcpConnection connection) {
      return (new SplittableRandom(connection.opening().frame()).nextInt() & mask) == 0;
    }
  }

  Destination(
      Endpoint server, BiFunction<Address, Address, Optional<String>> names, MemoryBudget budget) {
    this.server = server;
    this.names = names;
    this.budget = budget;
  }

  void add(TcpConnection connection) {
    fates.computeIfAbsent(connection.fate(), any -> new Kept()).add(connection, budget);
    if (connection.isLate()) {
      late.add(connection, budget);
    }
  }

  /** {@return its address and port} */
  public Endpoint server() {
    return server;
  }

  /** {@return the name for which DNS in the same capture gave a client this address, if any} */
  public Optional<String> name() {
    return connections()
        .flatMap(each -> names.apply(each.client().address(), server.address()).stream())
        .findFirst();
  }

  /**
   * How many connections had a fate.
   *
   * @param fate of them
   * @return the exact number
   */
  public long count(Fate fate) {
    Kept of = fates.get(fate);
    return of == null ? 0 : of.count;
  }

  /** {@return how many connections there are, attempts included} */
  public long count() {
    return fates.values().stream().mapToLong(each -> each.count).sum();
  }

  /** {@return how many connections were answered only when the client repeated its SYN} */
  public long lateCount() {
    return late.count;
  }

  /** {@return examples of connections that were answered only after a repeated SYN} */
  public List<TcpConnection> late() {
    return List.copyOf(late.all);
  }

  /**
   * Examples of connections with a fate: all of them, or a random sample of up to 256.
   *
   * @param fate of them
   * @return the examples, in the order in which they ended
   */
  public List<TcpConnection> of(Fate fate) {
    Kept of = fates.get(fate);
    return of == null ? List.of() : List.copyOf(of.all);
  }

  /** {@return all examples} */
  public Stream<TcpConnection> connections() {
    return fates.values().stream().flatMap(each -> each.all.stream());
  }

  /** {@return examples of connections on which the server acknowledged or sent data} */
  public Stream<TcpConnection> worked() {
    return connections().filter(TcpConnection::worked);
  }

  /** {@return its clients, and whether it answered one of their attempts} */
  Map<Address, Boolean> clients() {
    Map<Address, Boolean> all = new HashMap<>();
    connections()
        .filter(each -> each.syns() > 0)
        .forEach(
            each ->
                all.merge(
                    each.client().address(),
                    each.serverSide().offer().isPresent(),
                    Boolean::logicalOr));
    return all;
  }

  /**
   * Who sent the RST that the client received.
   *
   * @param connection to this destination
   * @return empty if the server's side sent none
   */
  public Optional<Sender> resetBy(TcpConnection connection) {
    int[] own = ttls(connection).toArray();
    int[] known = own.length > 0 ? own : connections().flatMapToInt(Destination::ttls).toArray();
    return connection
        .serverSide()
        .closing()
        .reset()
        .map(
            reset ->
                known.length == 0
                    ? Sender.UNKNOWN
                    : IntStream.of(known).anyMatch(each -> each == reset.ttl())
                        ? Sender.PEER
                        : Sender.ANOTHER);
  }

  /** Of what the server sent, but for FIN and RST. */
  private static IntStream ttls(TcpConnection connection) {
    TcpSide server = connection.serverSide();
    IntStream synAck = server.offer().stream().mapToInt(Offer::ttl);
    TcpSide.Closing closing = server.closing();
    return IntStream.concat(synAck, IntStream.of(closing.minTtl(), closing.maxTtl()))
        .filter(each -> each > 0);
  }
}
