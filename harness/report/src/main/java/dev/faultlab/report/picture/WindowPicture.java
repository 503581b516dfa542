package dev.faultlab.report.picture;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpPoint;
import dev.faultlab.capture.tcp.TcpCapture;
import dev.faultlab.result.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The window that a client may fill and its bytes in flight, over time, for the busiest connection
 * of each capture; side by side on the same axes. Bytes are logarithmic: 1,578 and 100,992 would
 * not fit otherwise.
 */
record WindowPicture(String title, List<Panel> panels) {
  private static final int PANEL = 420;
  private static final int HIGH = 250;
  private static final int LEFT = 62;
  private static final int TOP = 72;
  private static final int GAP = 18;
  private static final double LEAST = 1_000;
  private static final double MOST = 200_000;
  private static final double NANOS = 1e9;

  /** One capture's connection. */
  record Panel(String label, TcpConnection connection) {}

  /** Reads the captures. */
  static WindowPicture of(String title, List<Picture.File> shown) throws IOException {
    List<Panel> panels = new ArrayList<>();
    for (Picture.File one : shown) {
      panels.add(new Panel(one.label(), busiest(one.path())));
    }
    return new WindowPicture(title, panels);
  }

  /** The connection over which the client sent most. */
  static TcpConnection busiest(Path capture) throws IOException {
    return TcpCapture.read(capture, true).connections().stream()
        .max(Comparator.comparingLong(c -> c.clientSide().volume().bytes()))
        .orElseThrow(() -> new IOException(capture + " has no connection"));
  }

  String drawn() {
    Svg svg = new Svg(LEFT + panels.size() * (PANEL + GAP), TOP + HIGH + 64);
    svg.text("title", 16, 26, "start", title);
    double seconds = panels.stream().mapToDouble(WindowPicture::seconds).max().orElse(1);
    for (int i = 0; i < panels.size(); i++) {
      panel(svg, panels.get(i), LEFT + i * (double) (PANEL + GAP), seconds, i == 0);
    }
    legend(svg, LEFT, "line window", "window that the client may fill");
    legend(svg, LEFT + 230.0, "line flight", "bytes that it has in flight");
    return svg.drawn(
        title + ": " + String.join("; ", panels.stream().map(WindowPicture::words).toList()));
  }

  private static void legend(Svg svg, double left, String kind, String words) {
    double base = TOP + HIGH + 54.0;
    svg.line(kind, left, base - 4, left + 18, base - 4);
    svg.text("muted", left + 24, base, "start", words);
  }

  private void panel(Svg svg, Panel panel, double left, double seconds, boolean first) {
    svg.text("", left, TOP - 24, "start", panel.label());
    for (double bytes = LEAST; bytes <= MOST; bytes *= 10) {
      double y = y(bytes);
      svg.line("grid", left, y, left + PANEL - GAP, y);
      if (first) {
        svg.text("muted", left - 6, y + 4, "end", Numbers.show(bytes / 1000) + " kB");
      }
    }
    double scale = (PANEL - GAP) / seconds;
    long start = panel.connection().opening().nanos();
    Pen windows = new Pen(left, scale, start);
    Pen flights = new Pen(left, scale, start);
    for (TcpPoint point : panel.connection().timeline()) {
      if (point.fromClient()) {
        flights.to(point.timeNanos(), point.inFlight());
      } else if (point.effectiveWindow() >= 0) {
        windows.to(point.timeNanos(), point.effectiveWindow());
      }
    }
    svg.path("line flight", flights.path()).path("line window", windows.path());
    svg.text("muted", left, TOP + HIGH + 18, "start", "0 s");
    svg.text("muted", left + PANEL - GAP, TOP + HIGH + 18, "end", Numbers.show(seconds) + " s");
    svg.text("muted", left, TOP + HIGH + 34, "start", words(panel));
  }

  private static double seconds(Panel panel) {
    List<TcpPoint> points = panel.connection().timeline();
    return (points.get(points.size() - 1).timeNanos() - panel.connection().opening().nanos())
        / NANOS;
  }

  private static String words(Panel panel) {
    var client = panel.connection().clientSide();
    return Numbers.show(client.volume().bytes())
        + " bytes in "
        + Numbers.show(client.pace().rounds())
        + " rounds, "
        + Numbers.show(seconds(panel))
        + " s";
  }

  private static double y(double bytes) {
    double within = Math.log(Math.max(LEAST, Math.min(MOST, bytes)) / LEAST);
    return TOP + HIGH * (1 - within / Math.log(MOST / LEAST));
  }

  /**
   * A line of steps; of several values on one pixel, the lowest, the highest and the last are kept.
   */
  private static final class Pen {
    private final StringBuilder path = new StringBuilder();
    private final double left;
    private final double scale;
    private final long start;
    private double pixel = Double.NaN;
    private double low;
    private double high;
    private double last;

    Pen(double left, double scale, long start) {
      this.left = left;
      this.scale = scale;
      this.start = start;
    }

    void to(long nanos, double bytes) {
      double x = Math.floor(left + scale * (nanos - start) / NANOS);
      double y = y(bytes);
      if (x != pixel) {
        lift();
        pixel = x;
        low = y;
        high = y;
      }
      low = Math.min(low, y);
      high = Math.max(high, y);
      last = y;
    }

    private void lift() {
      if (Double.isNaN(pixel)) {
        return;
      }
      String x = Svg.number(pixel);
      path.append(path.isEmpty() ? "M" + x + " " + Svg.number(low) : "H" + x);
      for (double y : high > low ? new double[] {low, high, last} : new double[] {last}) {
        path.append("V").append(Svg.number(y));
      }
    }

    String path() {
      lift();
      pixel = Double.NaN;
      return path.toString();
    }
  }
}
