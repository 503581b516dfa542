package dev.faultlab.observation;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpPoint;
import dev.faultlab.capture.TcpSide;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One connection: the window that the side with more data may fill, and its bytes in flight.
 *
 * @param connection its two ends
 * @param lines the window, then the bytes in flight
 * @param bytes sent
 * @param rounds in which they were sent
 * @param maxInFlight most bytes in flight
 * @param sides options and windows of both sides
 */
public record WindowChart(
    String connection,
    List<CaptureChart.Line> lines,
    long bytes,
    long rounds,
    long maxInFlight,
    List<Row> sides) {

  /** What was seen of the client and of the server. */
  public record Row(String what, String client, String server) {}

  static WindowChart of(TcpConnection connection) {
    boolean clientSends =
        connection.clientSide().volume().bytes() >= connection.serverSide().volume().bytes();
    List<long[]> window = new ArrayList<>();
    List<long[]> flight = new ArrayList<>();
    for (TcpPoint point : connection.timeline()) {
      if (point.fromClient() == clientSends) {
        flight.add(new long[] {point.timeNanos(), point.inFlight()});
      } else if (point.effectiveWindow() >= 0) {
        window.add(new long[] {point.timeNanos(), point.effectiveWindow()});
      }
    }
    String name = clientSends ? "client" : "server";
    TcpSide sender = clientSends ? connection.clientSide() : connection.serverSide();
    long start = connection.opening().nanos();
    return new WindowChart(
        connection.toString(),
        List.of(
            new CaptureChart.Line(
                "window as the " + name + " understands it", StepLine.thinned(window, start)),
            new CaptureChart.Line(
                "bytes in flight from the " + name, StepLine.thinned(flight, start))),
        sender.volume().bytes(),
        sender.pace().rounds(),
        sender.pace().maxInFlight(),
        sides(connection));
  }

  private static List<Row> sides(TcpConnection c) {
    return List.of(
        row("SYN / SYN-ACK frame", c, s -> s.offer().map(Offer::frame)),
        row("window scale offered", c, s -> s.offer().map(offer -> offer.options().windowScale())),
        row("MSS", c, s -> s.offer().map(offer -> offer.options().mss())),
        row("timestamps", c, s -> s.offer().map(offer -> offer.options().timestamps())),
        row("first raw window", c, s -> s.windows().map(TcpSide.Windows::firstRaw)),
        row("raw windows", c, s -> s.windows().map(w -> w.minRaw() + " to " + w.maxRaw())),
        row("bytes sent", c, s -> Optional.of(s.volume().bytes())),
        row("data segments", c, s -> Optional.of(s.volume().dataSegments())),
        row("rounds", c, s -> Optional.of(s.pace().rounds())),
        row("most bytes in flight", c, s -> Optional.of(s.pace().maxInFlight())),
        row("retransmissions", c, s -> Optional.of(s.volume().retransmissions())));
  }

  private static Row row(String what, TcpConnection c, Function<TcpSide, Optional<?>> value) {
    return new Row(what, shown(value.apply(c.clientSide())), shown(value.apply(c.serverSide())));
  }

  private static String shown(Optional<?> value) {
    return value.map(Object::toString).orElse("not seen");
  }
}
