package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Values over time from files of a lab's programs: {@code *.timeline.json} with {@code name},
 * {@code unit} and {@code points}, each a time in milliseconds since 1970 and a value.
 */
final class Timelines {
  static final String ENDING = ".timeline.json";

  private static final double MILLIS_PER_SECOND = 1000;

  /**
   * The contents of a file.
   *
   * @param points at least one, each a time in milliseconds since 1970 and a value
   */
  private record Timeline(String name, String unit, List<double[]> points) {}

  /**
   * A chart for each valid file, on one time axis, so that peaks can be compared. An invalid file
   * is named and does not affect the others.
   */
  static List<Block> charts(List<Path> files, CellView cell, String trial) {
    List<Timeline> read = new ArrayList<>();
    List<Block> undrawn = new ArrayList<>();
    for (Path file : files) {
      try {
        read.add(read(file));
      } catch (IOException e) {
        String why = trial + ": " + file.getFileName() + " cannot be drawn: " + e.getMessage();
        undrawn.add(Block.paragraph(why));
      }
    }
    double[] times =
        read.stream().flatMap(t -> t.points().stream()).mapToDouble(p -> p[0]).sorted().toArray();
    List<Block> blocks = new ArrayList<>();
    for (Timeline timeline : read) {
      List<Double> xy = new ArrayList<>();
      for (double[] point : timeline.points()) {
        xy.add((point[0] - times[0]) / MILLIS_PER_SECOND);
        xy.add(point[1]);
      }
      Charts.Line line = new Charts.Line(timeline.name(), cell.role(), xy);
      double end = (times[times.length - 1] - times[0]) / MILLIS_PER_SECOND;
      Charts.Steps steps = new Charts.Steps("steps", timeline.unit(), 0, 0, end, List.of(line));
      String id = "timeline-" + HtmlRenderer.id(cell.name() + "-" + timeline.name());
      blocks.add(Block.chart(id, timeline.name() + ", " + trial, "", steps));
    }
    blocks.addAll(undrawn);
    return blocks;
  }

  private static Timeline read(Path file) throws IOException {
    JsonNode timeline = Json.read(file);
    List<double[]> points = new ArrayList<>();
    for (JsonNode point : timeline.path("points")) {
      if (!point.path(0).isNumber() || !point.path(1).isNumber()) {
        throw new IOException("point " + (points.size() + 1) + " is no time with a value");
      }
      points.add(new double[] {point.path(0).asDouble(), point.path(1).asDouble()});
    }
    if (points.isEmpty()) {
      throw new IOException("it has no points");
    }
    return new Timeline(timeline.path("name").asText(), timeline.path("unit").asText(), points);
  }
}
