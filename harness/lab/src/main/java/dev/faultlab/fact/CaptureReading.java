package dev.faultlab.fact;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.End;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.dns.DnsEvents;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.tcp.TcpEvents;
import dev.faultlab.capture.tcp.TcpTracker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Everything that is read from a trial's capture, in one pass over its packets.
 *
 * @param dns with time lines
 * @param tcp TCP connections without time lines, in the order in which they ended
 * @param exhibit the connection to draw, with its time line: one whose right edge fell short, else
 *     the one with the most data
 */
public record CaptureReading(
    DnsSummary dns, List<TcpConnection> tcp, Optional<TcpConnection> exhibit) {

  /** Collects lookups with their time lines. */
  private static final int EXCHANGE_BYTES = 200;

  /** Collects connections without their time lines. */
  private static final int CONNECTION_BYTES = 1_200;

  private static final Comparator<TcpConnection> WORTH_DRAWING =
      Comparator.<TcpConnection>comparingInt(c -> fellShort(c) ? 1 : 0)
          .thenComparingLong(CaptureReading::bytes)
          .thenComparing(
              Comparator.comparingLong((TcpConnection each) -> each.opening().frame()).reversed());

  /**
   * Reads a capture as far as it goes.
   *
   * @throws IOException when the file cannot be opened or read, or holds more than fits into memory
   */
  public static CaptureReading read(Path file) throws IOException {
    return read(file, connection -> {});
  }

  /**
   * Reads a capture as far as it goes, and passes its connections on.
   *
   * @param each receives every connection with its time line, which is not kept: a storm's capture
   *     has thousands
   */
  public static CaptureReading read(Path file, Consumer<TcpConnection> each) throws IOException {
    MemoryBudget budget = new MemoryBudget();
    List<DnsExchange> exchanges = new ArrayList<>();
    DnsTracker dns =
        new DnsTracker(
            true,
            exchange -> {
              if (budget.reserve(Part.LISTS, EXCHANGE_BYTES + exchange.bytes())) {
                exchanges.add(exchange);
              }
            },
            DnsEvents.NONE,
            budget);
    List<TcpConnection> ended = new ArrayList<>();
    AtomicReference<TcpConnection> exhibit = new AtomicReference<>();
    TcpTracker tcp =
        new TcpTracker(
            connection -> {
              each.accept(connection);
              if (bytes(connection) > 0) {
                exhibit.accumulateAndGet(connection, CaptureReading::betterExample);
              }
              if (budget.reserve(Part.LISTS, CONNECTION_BYTES)) {
                ended.add(connection.withoutTimeline());
              }
            },
            true,
            TcpEvents.NONE,
            budget);
    Extent scanned = CaptureScan.readWhole(List.of(file), budget, tcp, dns);
    return new CaptureReading(
        dns.summary(exchanges, scanned), ended, Optional.ofNullable(exhibit.get()));
  }

  private static TcpConnection betterExample(TcpConnection best, TcpConnection other) {
    return best != null && WORTH_DRAWING.compare(best, other) > 0 ? best : other;
  }

  /** TCP connections without time lines, in the order of their first frame. */
  public List<TcpConnection> connections() {
    return tcp.stream().sorted(Comparator.comparingLong(each -> each.opening().frame())).toList();
  }

  /** How reading ended. */
  public End end() {
    return dns.end();
  }

  private static long bytes(TcpConnection connection) {
    return connection.clientSide().volume().bytes() + connection.serverSide().volume().bytes();
  }

  private static boolean fellShort(TcpConnection connection) {
    return connection
        .serverSide()
        .windows()
        .flatMap(TcpSide.Windows::edge)
        .map(edge -> edge.shortSegments() > 0)
        .orElse(false);
  }
}
