package dev.faultlab.diagnose;

import static java.util.Optional.ofNullable;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Route;
import dev.faultlab.capture.TcpConnection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fault seen in a capture.
 *
 * @param id which fault
 * @param confidence whether the packets allow another explanation
 * @param place where to look
 * @param why the facts that it rests on
 * @param not look-alikes, and what tells them apart here
 * @param remedy what to do
 * @param lab the lab that shows the fault and its cure, if there is one
 */
public record Finding(
    FindingId id,
    Confidence confidence,
    Place place,
    String why,
    String not,
    String remedy,
    Optional<LabFault> lab) {

  /**
   * Where to look.
   *
   * @param subject what has the fault: a server, or a client and a name
   * @param where the subject with frames, as a sentence
   * @param frames the frames to look at first, 1-based as in Wireshark
   * @param filter a display filter of Wireshark's that shows the traffic it is about
   * @param parties the subject as values
   */
  public record Place(
      String subject, String where, List<Long> frames, String filter, Parties parties) {

    static Place ofServer(Endpoint server, String before, Examples examples) {
      return new Place(
          server.toString(),
          before + examples,
          examples.frames(),
          DisplayFilter.server(server),
          Parties.of(null, server, null, examples.first));
    }

    static Place ofLookups(Pair pair, Examples examples) {
      return new Place(
          pair.client() + " asking " + pair.server(),
          examples.toString(),
          examples.frames(),
          DisplayFilter.lookups(pair.client(), pair.server()),
          Parties.of(pair.client(), pair.server(), null, null));
    }

    static Place ofConnections(Pair pair, Examples examples) {
      return new Place(
          pair.client() + " to " + pair.server(),
          examples.toString(),
          examples.frames(),
          DisplayFilter.server(pair.server()),
          Parties.of(null, examples.first));
    }

    static Place ofSegments(Route path, Examples... examples) {
      List<Examples> groups = Stream.of(examples).filter(each -> !each.isEmpty()).toList();
      return new Place(
          path.from() + " sending to " + path.to(),
          groups.stream().map(Examples::toString).collect(Collectors.joining("; ")),
          groups.stream().flatMap(each -> each.frames().stream()).distinct().toList(),
          DisplayFilter.between(path.from(), path.to()),
          Parties.of(null, groups.get(0).first));
    }

    static Place ofName(NameWatch watch, String where, List<Long> frames) {
      return new Place(
          watch.client + " looking up " + watch.name,
          where,
          frames,
          DisplayFilter.lookups(watch.client, watch.name),
          Parties.of(watch.client, null, watch.name, null));
    }
  }

  /**
   * Who and what a finding is about. What does not apply is empty: a fault of a server has no
   * single client.
   *
   * @param client the address that looks up or connects
   * @param server the server, or the name server for a finding about its answers
   * @param name the name that is looked up, lower case, without a final dot
   * @param connection the first connection that shows the fault
   */
  public record Parties(
      Optional<Address> client,
      Optional<Endpoint> server,
      Optional<String> name,
      Optional<Connection> connection) {

    /** Each may be null. */
    static Parties of(Address client, Endpoint server, String name, Connection connection) {
      return new Parties(
          ofNullable(client), ofNullable(server), ofNullable(name), ofNullable(connection));
    }

    static Parties of(String name, Connection first) {
      return of(first.client().address(), first.server(), name, first);
    }
  }

  /**
   * A TCP connection.
   *
   * @param client address and port of the side that opened it
   * @param server address and port of the other side
   */
  public record Connection(Endpoint client, Endpoint server) {
    static Connection of(TcpConnection connection) {
      return new Connection(connection.client(), connection.server());
    }

    /** {@return client and server with an arrow between them} */
    @Override
    public String toString() {
      return client + " -> " + server;
    }
  }

  /** {@return the address that looks up or connects; empty for a fault of a server} */
  public Optional<Address> client() {
    return place.parties.client;
  }

  /** {@return the server, or the name server for a finding about its answers} */
  public Optional<Endpoint> server() {
    return place.parties.server;
  }

  /** {@return the name that is looked up, lower case, without a final dot} */
  public Optional<String> name() {
    return place.parties.name;
  }

  /** {@return the first connection that shows the fault} */
  public Optional<Connection> connection() {
    return place.parties.connection;
  }

  /** {@return the frames to look at first, 1-based as in Wireshark} */
  public List<Long> frames() {
    return place.frames;
  }

  /** {@return whether the packets allow no other explanation} */
  public boolean isCertain() {
    return confidence == Confidence.CERTAIN;
  }

  /** Whether it says why connection attempts of the same client to that address are unanswered. */
  boolean explains(Finding other) {
    return other.id == FindingId.UNANSWERED_ATTEMPTS
        && client().equals(other.client())
        && (id == FindingId.TRUNCATED_UNFETCHABLE && server().equals(other.server())
            || id == FindingId.OUTDATED_ADDRESS
                && !other.isCertain()
                && server().map(Endpoint::address).equals(other.server().map(Endpoint::address)));
  }

  /** The same for a capture with several virtual networks, which may share addresses. */
  Finding acrossNetworks(int networks) {
    return withDoubt(
        "the capture holds "
            + networks
            + " virtual networks, and two machines in different ones may have the same address.");
  }

  /** The same finding, whose numbers are of a sample of the connections to the server. */
  Finding ofSample(long kept, long all) {
    Finding doubted = withDoubt("the connections that are not in the sample may contradict this.");
    String format =
        " These numbers are of %d of %d connections to it: the last and a random sample of others.";
    return new Finding(
        id, doubted.confidence, place, why + format.formatted(kept, all), doubted.not, remedy, lab);
  }

  /** The same for a capture that was not read completely. */
  Finding forPartialCapture() {
    return withDoubt(
        "the capture has more than fits into memory, and the dropped part may contradict this.");
  }

  /** The same, but only likely if it was certain: this speaks against it, if anything does. */
  Finding withDoubt(String against) {
    if (confidence == Confidence.LIKELY) {
      return this;
    }
    String doubt = against.isEmpty() ? "" : " What speaks against it: " + against;
    return new Finding(id, Confidence.LIKELY, place, why, not + doubt, remedy, lab);
  }

  /** How sure a finding is. There is nothing below likely: a false alarm is worse than silence. */
  public enum Confidence {
    /** The packets allow no other explanation. */
    CERTAIN,
    /** Another explanation is possible but less plausible; {@link Finding#not()} names it. */
    LIKELY
  }
}
