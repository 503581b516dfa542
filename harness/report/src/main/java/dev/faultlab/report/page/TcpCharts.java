package dev.faultlab.report.page;

import dev.faultlab.capture.tcp.Offer;
import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpPoint;
import dev.faultlab.capture.tcp.TcpSide;
import dev.faultlab.result.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a capture shows of TCP: the window that a sender may fill, and how much it has in flight.
 */
final class TcpCharts {
  /**
   * A window of 65535 in the SYN-ACK and one of 1578 later fit on one axis only if it is
   * logarithmic.
   */
  private static final double LEAST_BYTES = 100;

  /** What people have to know of such an axis, which has no place for a window of zero. */
  static final String EDGE = "what is less than 100 bytes lies on the lower edge";

  private TcpCharts() {}

  /**
   * The connection worth looking at: one whose right edge fell short, else the one that carried
   * most.
   */
  static Optional<TcpConnection> exhibit(List<TcpConnection> connections) {
    return connections.stream()
        .filter(c -> c.clientSide().bytes() + c.serverSide().bytes() > 0)
        .max(
            Comparator.<TcpConnection>comparingInt(c -> shortfall(c) ? 1 : 0)
                .thenComparingLong(c -> c.clientSide().bytes() + c.serverSide().bytes())
                .thenComparing(Comparator.comparingLong(TcpConnection::firstFrame).reversed()));
  }

  /** Window and bytes in flight of the side that sends more. */
  static Charts.Steps flight(TcpConnection connection) {
    boolean clientSends = connection.clientSide().bytes() >= connection.serverSide().bytes();
    List<long[]> window = new ArrayList<>();
    List<long[]> flight = new ArrayList<>();
    for (TcpPoint point : connection.timeline()) {
      if (point.fromClient() == clientSends) {
        flight.add(new long[] {point.timeNanos(), point.inFlight()});
      } else if (point.effectiveWindow() >= 0) {
        window.add(new long[] {point.timeNanos(), point.effectiveWindow()});
      }
    }
    String sender = clientSends ? "client" : "server";
    long start = connection.firstNanos();
    return new Charts.Steps(
        "steps",
        "seconds",
        "bytes",
        true,
        LEAST_BYTES,
        0,
        0,
        List.of(
            new Charts.Line(
                "window as the " + sender + " understands it",
                Charts.Role.WINDOW,
                StepLine.thinned(window, start)),
            new Charts.Line(
                "bytes in flight from the " + sender,
                Charts.Role.FLIGHT,
                StepLine.thinned(flight, start))));
  }

  /** What the lines say in figures, of the side that sends more. */
  static String headline(TcpConnection c) {
    TcpSide sender =
        c.clientSide().bytes() >= c.serverSide().bytes() ? c.clientSide() : c.serverSide();
    return Numbers.show(sender.bytes())
        + " bytes in "
        + Numbers.show(sender.rounds())
        + " rounds, at most "
        + Numbers.show(sender.maxInFlight())
        + " in flight";
  }

  /** Both sides' options and windows as a table. */
  static String table(TcpConnection c) {
    Html html = new Html();
    html.raw("<div class=\"scroll\"><table class=\"small\"><thead><tr><th>").text(c.toString());
    html.raw("<th>client<th>server</thead><tbody>");
    row(html, "SYN / SYN-ACK frame", c, s -> s.offer().map(Offer::frame).map(String::valueOf));
    row(html, "window scale offered", c, s -> s.offer().map(o -> o.windowScale().toString()));
    row(html, "MSS", c, s -> s.offer().map(o -> o.mss().toString()));
    row(html, "timestamps", c, s -> s.offer().map(o -> o.timestamps().toString()));
    row(html, "first raw window", c, s -> s.windows().map(w -> String.valueOf(w.firstRaw())));
    row(html, "raw windows", c, s -> s.windows().map(w -> w.minRaw() + " to " + w.maxRaw()));
    row(html, "bytes sent", c, s -> Optional.of(String.valueOf(s.bytes())));
    row(html, "data segments", c, s -> Optional.of(String.valueOf(s.dataSegments())));
    row(html, "rounds", c, s -> Optional.of(String.valueOf(s.rounds())));
    row(html, "most bytes in flight", c, s -> Optional.of(String.valueOf(s.maxInFlight())));
    row(html, "retransmissions", c, s -> Optional.of(String.valueOf(s.retransmissions())));
    return html.raw("</tbody></table></div>").toString();
  }

  private static void row(
      Html html,
      String name,
      TcpConnection connection,
      java.util.function.Function<TcpSide, Optional<String>> value) {
    html.raw("<tr>").element("th", name);
    html.element("td", value.apply(connection.clientSide()).orElse("not seen"));
    html.element("td", value.apply(connection.serverSide()).orElse("not seen"));
  }

  private static boolean shortfall(TcpConnection connection) {
    return connection
        .serverSide()
        .windows()
        .flatMap(TcpSide.Windows::edge)
        .map(edge -> edge.shortSegments() > 0)
        .orElse(false);
  }
}
