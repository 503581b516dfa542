package dev.faultlab.capture.ledger;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The connections to one address and port. {@link #workingConnections} is the contrast to any
 * fault: filter it by client, time, silence, size or option, and ask whether anything is left.
 */
public final class Destination {
  /** Bytes of a connection without its timeline. */
  public static final int CONNECTION_BYTES = 1_300;

  /** Examples of each fate: the last of them, since what changed in a capture is at its end. */
  private static final int MAX_LAST = 64;

  /** The limit of the random sample: when it is exceeded, a random half of the sample is kept. */
  private static final int MAX_SAMPLED = 192;

  private final Endpoint server;
  private final BiFunction<Address, Address, Optional<String>> names;
  private final MemoryBudget budget;
  private final Map<State, Sample> samples = new EnumMap<>(State.class);
  private final Sample late = new Sample();

  /** A machine that a RST came from, by its time to live. */
  public enum Sender {
    /** As far away as the other segments of that side. */
    PEER,
    /** From nearer or farther than them: something in between. */
    ANOTHER,
    /** There is nothing to compare it with. */
    UNKNOWN
  }

  /** A number, the last of the connections, and a random sample of others, the same in each run. */
  private static final class Sample {
    long count;
    private int mask;
    private final Deque<TcpConnection> last = new ArrayDeque<>(2);
    private final List<TcpConnection> others = new ArrayList<>(0);

    void add(TcpConnection connection, MemoryBudget budget) {
      count++;
      if (!budget.reserve(Part.LEDGER, CONNECTION_BYTES)) {
        return;
      }
      last.add(connection);
      if (last.size() > MAX_LAST) {
        int before = others.size() + 1;
        TcpConnection oldest = last.remove();
        if (isKept(oldest, mask)) {
          others.add(oldest);
        }
        while (others.size() > MAX_SAMPLED) {
          mask = 2 * mask + 1;
          others.removeIf(each -> !isKept(each, mask));
        }
        budget.release(Part.LEDGER, (long) CONNECTION_BYTES * (before - others.size()));
      }
    }

    Stream<TcpConnection> all() {
      return Stream.concat(others.stream(), last.stream());
    }

    /**
     * Keeping every second or fourth connection would over- or under-represent patterns in the
     * capture.
     */
    private static boolean isKept(TcpConnection connection, int mask) {
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
    samples.computeIfAbsent(connection.state(), any -> new Sample()).add(connection, budget);
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
   * @param state of them
   * @return the exact number
   */
  public long count(State state) {
    Sample sample = samples.get(state);
    return sample == null ? 0 : sample.count;
  }

  /** {@return how many connections there are, attempts included} */
  public long count() {
    return samples.values().stream().mapToLong(each -> each.count).sum();
  }

  /** {@return how many connections were answered only when the client repeated its SYN} */
  public long lateCount() {
    return late.count;
  }

  /** {@return examples of connections that were answered only after a repeated SYN} */
  public List<TcpConnection> late() {
    return late.all().toList();
  }

  /**
   * Examples of connections with a fate: up to 256, or the last 64 and a random sample of the
   * others.
   *
   * @param state of them
   * @return the examples, in the order in which they ended
   */
  public List<TcpConnection> of(State state) {
    Sample sample = samples.get(state);
    return sample == null ? List.of() : sample.all().toList();
  }

  /** {@return all examples} */
  public Stream<TcpConnection> connections() {
    return samples.values().stream().flatMap(Sample::all);
  }

  /** {@return whether it keeps all connections} */
  public boolean isWhole() {
    return connections().count() == count();
  }

  /** {@return all connections, or a random sample in which fates and times have their shares} */
  public Stream<TcpConnection> sample() {
    int mask = samples.values().stream().mapToInt(each -> each.mask).max().orElse(0);
    return samples.values().stream().flatMap(Sample::all).filter(each -> Sample.isKept(each, mask));
  }

  /** {@return examples of connections on which the server acknowledged or sent data} */
  public Stream<TcpConnection> workingConnections() {
    return connections().filter(TcpConnection::worked);
  }

  /** {@return the examples of each client, by their first frame} */
  Map<Address, List<TcpConnection>> byClient() {
    return connections()
        .sorted(Comparator.comparingLong(each -> each.opening().frame()))
        .collect(
            Collectors.groupingBy(
                each -> each.client().address(), LinkedHashMap::new, Collectors.toList()));
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

  /** The time to live of what the server sent, except FIN and RST. */
  private static IntStream ttls(TcpConnection connection) {
    TcpSide server = connection.serverSide();
    IntStream synAck = server.offer().stream().mapToInt(Offer::ttl);
    TcpSide.Closing closing = server.closing();
    return IntStream.concat(synAck, IntStream.of(closing.minTtl(), closing.maxTtl()))
        .filter(each -> each > 0);
  }
}
