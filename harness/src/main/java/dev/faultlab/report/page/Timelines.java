package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws values over time that programs of a lab have written: files {@code *.timeline.json} with
 * {@code name}, {@code unit} and {@code points}, each a time in milliseconds since 1970 and a
 * value. All of a trial begin and end together, so that a peak in one can be compared with a peak
 * in another.
 */
final class Timelines {
  static final String ENDING = ".timeline.json";

  private static final double MILLIS_PER_SECOND = 1000;

  private Timelines() {}

  /**
   * One chart with its title.
   *
   * @param name what is drawn, for people
   */
  record Timeline(String name, Charts.Steps steps) {}

  /** A chart for each file. */
  static List<Timeline> read(List<Path> files, Charts.Role role) throws IOException {
    List<JsonNode> read = new ArrayList<>();
    double first = Double.MAX_VALUE;
    double last = 0;
    for (Path file : files) {
      JsonNode timeline = new ObjectMapper().readTree(file.toFile());
      for (JsonNode point : timeline.path("points")) {
        first = Math.min(first, point.path(0).asDouble());
        last = Math.max(last, point.path(0).asDouble());
      }
      read.add(timeline);
    }
    List<Timeline> drawn = new ArrayList<>();
    for (JsonNode timeline : read) {
      List<Double> xy = new ArrayList<>();
      for (JsonNode point : timeline.path("points")) {
        xy.add((point.path(0).asDouble() - first) / MILLIS_PER_SECOND);
        xy.add(point.path(1).asDouble());
      }
      String name = timeline.path("name").asText();
      Charts.Line line = new Charts.Line(name, role, List.copyOf(xy));
      drawn.add(
          new Timeline(
              name,
              new Charts.Steps(
                  "steps",
                  "seconds",
                  timeline.path("unit").asText(),
                  false,
                  0,
                  0,
                  (last - first) / MILLIS_PER_SECOND,
                  List.of(line))));
    }
    return List.copyOf(drawn);
  }
}
