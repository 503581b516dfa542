package dev.faultlab.report.picture;

import dev.faultlab.report.page.Timelines;
import dev.faultlab.report.page.Timelines.Timeline;
import dev.faultlab.result.Numbers;
import java.io.IOException;
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

  /** One file. */
  record Panel(String label, Timeline values) {
    List<double[]> points() {
      return values.points();
    }

    double highest() {
      return points().stream().mapToDouble(point -> point[1]).max().orElse(0);
    }
  }

  /**
   * Reads the files.
   *
   * @throws IOException when one does not exist or has no points
   */
  static TimelinePicture of(String title, List<Picture.File> shown) throws IOException {
    List<Panel> panels = new ArrayList<>();
    for (Picture.File one : shown) {
      panels.add(new Panel(one.label(), Timelines.read(one.path())));
    }
    return new TimelinePicture(title, panels);
  }

  String drawn() {
    double first = panels.stream().mapToDouble(p -> p.points().get(0)[0]).min().orElse(0);
    double last =
        panels.stream().mapToDouble(p -> p.points().get(p.points().size() - 1)[0]).max().orElse(1);
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
    for (double[] point : panel.points()) {
      String x = Svg.number(LEFT + (point[0] - first) * scale);
      String y = Svg.number(base - point[1] * perUnit);
      path.append(path.isEmpty() ? "M" + x + " " + y : "H" + x + "V" + y);
    }
    return path.toString();
  }

  /** Counts need no unit; their label names what is counted. */
  private static String unit(Panel panel) {
    return panel.values().unit().equals("ms") ? "ms" : "";
  }

  private static String words(Panel panel) {
    return panel.label()
        + ", at most "
        + Numbers.show(panel.highest())
        + " "
        + panel.values().unit();
  }
}
