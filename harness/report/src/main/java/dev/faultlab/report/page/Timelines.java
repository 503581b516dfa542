package dev.faultlab.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws values over time from files of a lab's programs: {@code *.timeline.json} with {@code name},
 * {@code unit} and {@code points}, each a time in milliseconds since 1970 and a value. All charts
 * of a trial have the same time axis, so that peaks can be compared.
 */
final class Timelines {
  static final String ENDING = ".timeline.json";

  private static final double MILLIS_PER_SECOND = 1000;

  private Timelines() {}

  /**
   * One chart with its title.
   *
   * @param name of the value, for people
   */
  record Timeline(String name, Charts.Steps steps) {}

  /**
   * The charts of a trial's files.
   *
   * @param undrawn a sentence for each file that cannot be drawn
   */
  record Found(List<Timeline> drawn, List<String> undrawn) {}

  /**
   * The contents of a file.
   *
   * @param points at least one, each a time in milliseconds since 1970 and a value
   */
  private record Values(String name, String unit, List<double[]> points) {}

  /** A chart for each valid file; an invalid one does not affect the others. */
  static Found read(List<Path> files, Charts.Role role) {
    List<Values> read = new ArrayList<>();
    List<String> undrawn = new ArrayList<>();
    double first = Double.MAX_VALUE;
    double last = 0;
    for (Path file : files) {
      Values values;
      try {
        values = values(file);
      } catch (IOException e) {
        undrawn.add(file.getFileName() + " cannot be drawn: " + why(e));
        continue;
      }
      for (double[] point : values.points()) {
        first = Math.min(first, point[0]);
        last = Math.max(last, point[0]);
      }
      read.add(values);
    }
    List<Timeline> drawn = new ArrayList<>();
    for (Values values : read) {
      List<Double> xy = new ArrayList<>();
      for (double[] point : values.points()) {
        xy.add((point[0] - first) / MILLIS_PER_SECOND);
        xy.add(point[1]);
      }
      Charts.Line line = new Charts.Line(values.name(), role, List.copyOf(xy));
      double end = (last - first) / MILLIS_PER_SECOND;
      Charts.Axes axes = new Charts.Axes(values.unit(), false, 0, 0, end);
      drawn.add(new Timeline(values.name(), new Charts.Steps(axes, List.of(line))));
    }
    return new Found(List.copyOf(drawn), List.copyOf(undrawn));
  }

  private static Values values(Path file) throws IOException {
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
    return new Values(timeline.path("name").asText(), timeline.path("unit").asText(), points);
  }

  private static String why(IOException e) {
    return e instanceof JsonProcessingException json
        ? "it is no JSON: " + json.getOriginalMessage()
        : e.getMessage();
  }
}
