package dev.faultlab.report.page;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpPoint;
import dev.faultlab.capture.TcpSide;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection: the window that the side with more data may fill, and its bytes in flight.
 *
 * @param lines the window, then the bytes in flight
 * @param bytes sent
 * @param rounds in which they were sent
 * @param maxInFlight most bytes in flight
 */
record WindowChart(List<Charts.Line> lines, long bytes, long rounds, long maxInFlight) {

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
        List.of(
            new Charts.Line(
                "window as the " + name + " understands it",
                Charts.Role.WINDOW,
                StepLine.thinned(window, start)),
            new Charts.Line(
                "bytes in flight from the " + name,
                Charts.Role.FLIGHT,
                StepLine.thinned(flight, start))),
        sender.volume().bytes(),
        sender.pace().rounds(),
        sender.pace().maxInFlight());
  }
}
