package dev.faultlab.report.picture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.result.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Values over time, as panels below each other on one time axis, from files of a trial ({@code
 * *.timeline.json}): points of milliseconds since 1970 and a value. Each value holds until the next
 * one.
 */
record TimelinePicture(String title, List<Panel> panels) {
  private static final int WIDTH = 860;
  private static final int LEFT = 76;
  private static final int RIGHT = 16;
  private static final int TOP = 44;
  private static final int HIGH = 110;
  private static final int ROW = HIGH + 42;
  private static final double MILLIS = 1000;

  /** The contents of one file. */
  record Panel(String label, String unit, List<Point> points) {
    double highest() {
      return points.stream().mapToDouble(Point::value).max().orElse(0);
    }
  }

  /** A value from a time on, in milliseconds since 1970. */
  record Point(double millis, double value) {}

  /**
   * Reads the files.
   *
   * @throws IOException when one does not exist or holds no points
   */
  static TimelinePicture of(String title, List<Picture.File> shown) throws IOException {
    List<Panel> panels = new ArrayList<>();
    for (Picture.File one : shown) {
      panels.add(read(one.label(), one.path()));
    }
    return new TimelinePicture(title, panels);
  }

  private static Panel read(String label, Path file) throws IOException {
    JsonNode json = Json.MAPPER.readTree(Files.readString(file));
    List<Point> points = new ArrayList<>();
    for (JsonNode point : json.path("points")) {
      points.add(new Point(point.path(0).asDouble(), point.path(1).asDouble()));
    }
    if (points.isEmpty()) {
      throw new IOException(file + " has no points over time");
    }
    return new Panel(label, json.path("unit").asText(), points);
  }

  String drawn() {
    double first = panels.stream().mapToDouble(p -> p.points().get(0).millis()).min().orElse(0);
    double last =
        panels.stream()
            .mapToDouble(p -> p.points().get(p.points().size() - 1).millis())
            .max()
            .orElse(1);
    double scale = (WIDTH - LEFT - RIGHT) / Math.max(1, last - first);
    Svg svg = new Svg(WIDTH, TOP + ROW * panels.size() + 12);
    svg.text("title", 16, 26, "start", title);
    for (int i = 0; i < panels.size(); i++) {
      Panel panel = panels.get(i);
      double base = TOP + ROW * (double) i + 26 + HIGH;
      double top = Math.max(1, panel.highest());
      svg.text("muted", LEFT, base - HIGH - 10, "start", panel.label());
      svg.line("grid", LEFT, base, WIDTH - RIGHT, base);
      svg.line("grid", LEFT, base - HIGH, WIDTH - RIGHT, base - HIGH);
      svg.text("muted", LEFT - 6, base + 4, "end", "0");
      svg.text("muted", LEFT - 6, base - HIGH + 4, "end", Numbers.show(top) + " " + unit(panel));
      svg.path("line measured", steps(panel, first, scale, base, HIGH / top));
    }
    double end = TOP + ROW * (double) panels.size() + 2;
    svg.text("muted", LEFT, end, "start", "0 s");
    svg.text("muted", WIDTH - RIGHT, end, "end", Numbers.show((last - first) / MILLIS) + " s");
    return svg.drawn(
        title + ": " + String.join("; ", panels.stream().map(TimelinePicture::words).toList()));
  }

  private static String steps(
      Panel panel, double first, double scale, double base, double perUnit) {
    StringBuilder path = new StringBuilder();
    for (Point point : panel.points()) {
      String x = Svg.number(LEFT + (point.millis() - first) * scale);
      String y = Svg.number(base - point.value() * perUnit);
      path.append(path.isEmpty() ? "M" + x + " " + y : "H" + x + "V" + y);
    }
    return path.toString();
  }

  /** Counts need no unit; their label names what is counted. */
  private static String unit(Panel panel) {
    return panel.unit().equals("ms") ? "ms" : "";
  }

  private static String words(Panel panel) {
    return panel.label() + ", at most " + Numbers.show(panel.highest()) + " " + panel.unit();
  }
}
