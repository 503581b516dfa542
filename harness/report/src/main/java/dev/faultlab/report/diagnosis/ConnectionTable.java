package dev.faultlab.report.diagnosis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.ledger.ZeekState;
import dev.faultlab.text.Escape;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What became of each connection attempt, and how each connection ended, by destination. */
public final class ConnectionTable {
  private static final int MAX_DESTINATIONS = 50;
  private static final int MAX_EXAMPLES = 3;
  private static final long SECOND = 1_000_000_000L;
  private static final Set<State> HEALTHY = EnumSet.of(State.CLOSED, State.OPEN);

  private final ConnectionLedger ledger;
  private final StringBuilder out = new StringBuilder();

  private ConnectionTable(ConnectionLedger ledger) {
    this.ledger = ledger;
  }

  /** For people: a row for each destination, those with most trouble first, then examples. */
  public static String text(ConnectionLedger ledger) {
    return new ConnectionTable(ledger).text();
  }

  private String text() {
    out.append("\nconnections by destination:\n");
    out.append(String.format("%8s", "total"));
    for (State each : State.values()) {
      out.append(String.format("%12s", word(each)));
    }
    out.append("        late  destination\n");
    List<Destination> worst = worst(ledger, MAX_DESTINATIONS);
    for (Destination each : worst) {
      out.append(String.format("%8d", each.count()));
      for (State fate : State.values()) {
        out.append(String.format("%12d", each.count(fate)));
      }
      out.append(String.format("%12d  %s%n", each.lateCount(), title(each)));
    }
    long others = ledger.destinations().size() - worst.size();
    out.append(others > 0 ? "and " + others + " destinations more\n" : "");
    worst.stream().filter(each -> failureCount(each) > 0).forEach(this::examples);
    return out.toString();
  }

  /** The destinations with the most failures first. */
  static List<Destination> worst(ConnectionLedger ledger, int max) {
    return ledger.destinations().stream()
        .sorted(Comparator.comparingLong(each -> -failureCount(each)))
        .limit(max)
        .toList();
  }

  private static long failureCount(Destination dest) {
    return dest.count() - HEALTHY.stream().mapToLong(dest::count).sum() + dest.lateCount();
  }

  static String word(State fate) {
    return fate.name().toLowerCase(Locale.ROOT);
  }

  static String title(Destination dest) {
    return dest.server() + dest.name().map(each -> " (" + Escape.line(each) + ")").orElse("");
  }

  private void examples(Destination dest) {
    out.append("\n").append(title(dest)).append("\n");
    Stream.concat(
            EnumSet.complementOf(EnumSet.copyOf(HEALTHY)).stream()
                .flatMap(fate -> dest.of(fate).stream().limit(MAX_EXAMPLES)),
            dest.late().stream().limit(MAX_EXAMPLES))
        .distinct()
        .forEach(
            each ->
                out.append(
                    String.format(
                        "  %s, frames %d to %d: %s%n",
                        each.client(),
                        each.opening().frame(),
                        each.ending().lastFrame(),
                        description(dest, each))));
    dest.workingConnections()
        .mapToLong(each -> each.clientSide().delivery().survivedIdleNanos())
        .filter(longest -> longest >= SECOND)
        .max()
        .ifPresent(
            longest ->
                out.append("  longest silence after which data was acknowledged: ")
                    .append(seconds(longest))
                    .append("\n"));
  }

  private String description(Destination dest, TcpConnection tcp) {
    String late =
        tcp.isLate()
            ? String.format(
                "answered at SYN %d after %s, then ",
                tcp.opening().synsBeforeAnswer(), seconds(tcp.answeredAfterNanos().orElse(0)))
            : "";
    return late
        + switch (tcp.state()) {
          case UNANSWERED ->
              ledger
                  .answeredElsewhere(tcp)
                  .map(other -> "answered from " + other.server() + " instead")
                  .orElse("SYN sent " + tcp.syns() + " times, no answer");
          case REFUSED -> "refused by RST of " + sender(dest, tcp);
          case UNREACHABLE -> "refused by ICMP " + tcp.ending().icmp().orElseThrow();
          case SILENT ->
              tcp.clientSide().gotNoReply()
                  ? silence("client", tcp.clientSide())
                  : silence("server", tcp.serverSide());
          case RESET -> reset(dest, tcp);
          case CLOSED -> "closed";
          case OPEN -> "open";
        };
  }

  private static String silence(String who, TcpSide side) {
    return side.delivery()
        .last()
        .map(
            data ->
                String.format(
                    "data of the %s repeated %d times in %s, after %s of silence, and no answer",
                    who,
                    data.repetitions(),
                    seconds(data.lastNanos() - data.firstNanos()),
                    seconds(data.idleNanos())))
        .orElse("no answer to " + side.delivery().probes() + " keepalive probes of the " + who);
  }

  private static String reset(Destination dest, TcpConnection tcp) {
    return tcp.serverSide()
        .closing()
        .reset()
        .map(mark -> "RST of " + sender(dest, tcp) + describe(mark))
        .or(() -> tcp.clientSide().closing().reset().map(m -> "RST of the client" + describe(m)))
        .orElse("RST");
  }

  private static String describe(TcpSide.Mark reset) {
    return String.format(
        " in frame %d after %s of silence", reset.frame(), seconds(reset.idleNanos()));
  }

  private static String sender(Destination dest, TcpConnection tcp) {
    int ttl = tcp.serverSide().closing().reset().orElseThrow().ttl();
    return switch (dest.resetBy(tcp).orElseThrow()) {
      case PEER -> "the server";
      case ANOTHER -> "another machine than the server (TTL " + ttl + ")";
      case UNKNOWN -> "the server or a machine before it (TTL " + ttl + ")";
    };
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
  }

  /** For programs: all destinations with their counts and examples. */
  static void json(ConnectionLedger ledger, ArrayNode destinations) {
    ConnectionTable table = new ConnectionTable(ledger);
    for (Destination dest : ledger.destinations()) {
      ObjectNode row = destinations.addObject();
      row.put("address", dest.server().address().toString()).put("port", dest.server().port());
      dest.name().ifPresent(name -> row.put("name", name));
      row.put("total", dest.count()).put("late", dest.lateCount());
      Stream.of(State.values()).forEach(fate -> row.put(word(fate), dest.count(fate)));
      ArrayNode examples = row.putArray("examples");
      dest.connections()
          .forEach(
              each -> {
                ObjectNode example =
                    examples
                        .addObject()
                        .put("client", each.client().toString())
                        .put("firstFrame", each.opening().frame())
                        .put("lastFrame", each.ending().lastFrame())
                        .put("fate", word(each.state()))
                        .put("zeek", ZeekState.of(each))
                        .put("syns", each.syns())
                        .put("what", table.description(dest, each));
                each.answeredAfterNanos()
                    .ifPresent(nanos -> example.put("answeredAfterSeconds", nanos / 1e9));
              });
    }
  }
}
