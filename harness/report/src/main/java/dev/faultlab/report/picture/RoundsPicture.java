package dev.faultlab.report.picture;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.tcp.TcpCapture;
import dev.faultlab.result.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How many round trips the client of each capture's busiest connection needed, for readers who have
 * never seen a TCP window: one large number and one bar a capture. The first is the fault's.
 *
 * @param title what is sent
 * @param rows with the same number of megabytes each, to one decimal
 */
record RoundsPicture(String title, List<Row> rows) {
  private static final int WIDTH = 440;
  private static final int MARGIN = 20;
  private static final int TOP = 46;
  private static final int ROW = 92;
  private static final int HIGH = 18;
  private static final double MEGABYTE = 1e6;

  /** The client's side of a connection. */
  record Row(String label, long rounds, long bytes) {
    String megabytes() {
      return Numbers.show(Math.round(bytes / MEGABYTE * 10) / 10.0) + " MB";
    }

    String words() {
      return Numbers.show(rounds) + " round trips";
    }
  }

  /** Reads the captures. */
  static RoundsPicture of(String title, List<Picture.File> shown) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Picture.File one : shown) {
      TcpConnection connection = busiest(one.path());
      rows.add(
          new Row(
              one.label(),
              connection.clientSide().pace().rounds(),
              connection.clientSide().volume().bytes()));
    }
    if (rows.stream().map(Row::megabytes).distinct().count() != 1) {
      throw new IOException("captures with different amounts of data: " + rows);
    }
    return new RoundsPicture(title, rows);
  }

  /** The connection over which the client sent most. */
  private static TcpConnection busiest(Path capture) throws IOException {
    return TcpCapture.read(capture).connections().stream()
        .max(Comparator.comparingLong(c -> c.clientSide().volume().bytes()))
        .orElseThrow(() -> new IOException(capture + " has no connection"));
  }

  String drawn() {
    Svg svg = new Svg(WIDTH, TOP + ROW * rows.size() + 30);
    svg.text("head", MARGIN, 32, "start", title);
    double most = rows.stream().mapToLong(Row::rounds).max().orElse(1);
    double wide = WIDTH - 2.0 * MARGIN;
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      String side = i == 0 ? "fault" : "control";
      double y = TOP + ROW * (double) i;
      svg.text("label", MARGIN, y + 18, "start", row.label());
      svg.text("number " + side, MARGIN, y + 48, "start", row.words());
      svg.rectangle("track", MARGIN, y + 58, wide, HIGH);
      svg.rectangle(side, MARGIN, y + 58, Math.max(2, wide * row.rounds() / most), HIGH);
    }
    String note = "for the same " + rows.get(0).megabytes() + ", counted in the packets";
    svg.text("label", MARGIN, TOP + ROW * (double) rows.size() + 14, "start", note);
    return svg.drawn(words());
  }

  private String words() {
    return title
        + ": "
        + rows.stream()
            .map(row -> row.label() + ": " + row.words() + " for " + row.megabytes())
            .collect(Collectors.joining("; "));
  }
}
