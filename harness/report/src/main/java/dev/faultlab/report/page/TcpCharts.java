package dev.faultlab.report.page;

import dev.faultlab.observation.CaptureChart;
import dev.faultlab.observation.WindowChart;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Look;
import dev.faultlab.result.Numbers;
import java.util.List;

/** A capture's TCP: the window that a sender may fill, and its bytes in flight. */
final class TcpCharts {
  /**
   * A window of 65535 in the SYN-ACK and one of 1578 later fit on one axis only if it is
   * logarithmic.
   */
  private static final double LEAST_BYTES = 100;

  /** A note on such an axis, which has no place for a window of zero. */
  static final String EDGE = "values below 100 bytes are drawn at the lower edge";

  private TcpCharts() {}

  /** Window and bytes in flight of the side that sends more. */
  static Charts.Steps flight(WindowChart connection) {
    CaptureChart.Line window = connection.lines().get(0);
    CaptureChart.Line flight = connection.lines().get(1);
    return new Charts.Steps(
        new Charts.Axes("bytes", true, LEAST_BYTES, 0, 0),
        List.of(
            new Charts.Line(window.name(), Charts.Role.WINDOW, window.xy()),
            new Charts.Line(flight.name(), Charts.Role.FLIGHT, flight.xy())));
  }

  /** The lines in numbers, for the side that sends more. */
  static String headline(WindowChart connection) {
    return Numbers.show(connection.bytes())
        + " bytes in "
        + Numbers.show(connection.rounds())
        + " rounds, at most "
        + Numbers.show(connection.maxInFlight())
        + " in flight";
  }

  /** Both sides' options and windows as a table. */
  static Block table(WindowChart connection) {
    return Block.table(
        Look.PAIRS,
        List.of(connection.connection(), "client", "server"),
        connection.sides().stream()
            .map(row -> Block.row(row.what(), row.client(), row.server()))
            .toList());
  }
}
