package dev.faultlab.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import dev.faultlab.files.Json;
import dev.faultlab.observation.LookupChart;
import dev.faultlab.text.Escape;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The data of the page's charts, in the form that {@code page.js} draws. */
final class Charts {
  private final Map<String, Object> byId = new LinkedHashMap<>();

  /**
   * What a cell is there for; faults are drawn in warm colours, controls in cool ones. What a
   * sender may have in flight, and what it has, are drawn on both sides, in colours of neither.
   */
  enum Role {
    FAULT,
    CONTROL,
    MEASURED,
    WINDOW,
    FLIGHT
  }

  /** One line of a strip or forest chart: single values, and a median with interval. */
  record Row(
      String name, Role role, List<Double> samples, double median, double low, double high) {}

  /**
   * Rows of points on one axis.
   *
   * @param reference a value that gets a line of its own, as 1 for ratios
   */
  record Strip(String kind, String unit, boolean log, Optional<Double> reference, List<Row> rows) {
    Strip(String unit, boolean log, Optional<Double> reference, List<Row> rows) {
      this("strip", unit, log, reference, rows);
    }
  }

  /** A metric against load: one line per name through the medians, all samples as points. */
  record Sweep(
      String kind, String unit, String axis, List<String> at, boolean log, List<SweepLine> lines) {}

  /** One row per position; empty where nothing was measured. */
  record SweepLine(String name, Role role, List<Optional<Row>> rows) {}

  /** Points joined by a line; x and y alternate. */
  record Line(String name, Role role, List<Double> xy) {}

  /**
   * Values over time, held until they change.
   *
   * @param log with {@code yMin} as the beginning of the axis
   * @param yMax end of the axis; charts that are to be compared have the same; 0 leaves it open
   * @param xMax the same for time
   */
  record Steps(
      String kind,
      String xTitle,
      String yTitle,
      boolean log,
      double yMin,
      double yMax,
      double xMax,
      List<Line> lines) {

    /** The same on axes that end there. */
    Steps until(double x, double y) {
      return new Steps(kind, xTitle, yTitle, log, yMin, y, x, lines);
    }

    /** The last moment of all lines. */
    double latest() {
      double latest = 0;
      for (Line line : lines) {
        latest = Math.max(latest, line.xy().isEmpty() ? 0 : line.xy().get(line.xy().size() - 2));
      }
      return latest;
    }

    /** The largest value of all lines. */
    double highest() {
      double highest = 0;
      for (Line line : lines) {
        for (int i = 1; i < line.xy().size(); i += 2) {
          highest = Math.max(highest, line.xy().get(i));
        }
      }
      return highest;
    }
  }

  /** Percentiles, x as 1 / (1 - p). */
  record Distribution(String kind, String unit, List<Line> lines) {}

  /** Queries as bars from question to answer, over that many milliseconds. */
  record Waterfall(String kind, Role role, double spanMillis, List<LookupChart.Bar> bars) {

    /** The same on an axis of that length. */
    Waterfall until(double millis) {
      return new Waterfall(kind, role, millis, bars);
    }
  }

  /**
   * Keeps a chart.
   *
   * @return what the page is to call it: the id, with a number behind it where another chart has it
   */
  String add(String id, Object chart) {
    String free = id;
    for (int next = 2; byId.putIfAbsent(free, chart) != null; next++) {
      free = id + "-" + next;
    }
    return free;
  }

  Object get(String id) {
    return byId.get(id);
  }

  /** Gives all charts of look-ups in flight one scale, so that 1 looks small beside 32. */
  void alignSteps(String yTitle) {
    double highest = 0;
    for (Object chart : byId.values()) {
      if (chart instanceof Steps steps && steps.yTitle().equals(yTitle)) {
        highest = Math.max(highest, steps.highest());
      }
    }
    double shared = highest;
    byId.replaceAll(
        (id, chart) ->
            chart instanceof Steps steps && steps.yTitle().equals(yTitle)
                ? steps.until(steps.xMax(), shared)
                : chart);
  }

  boolean has(String id) {
    return byId.containsKey(id);
  }

  /** For a script element: no text in it can end that element. */
  String json() {
    try {
      return Json.MAPPER
          .copy()
          .registerModule(
              new SimpleModule()
                  .addSerializer(
                      String.class,
                      new ToStringSerializerBase(String.class) {
                        @Override
                        public String valueToString(Object text) {
                          return Escape.visible((String) text);
                        }
                      }))
          .writeValueAsString(byId)
          .replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the charts cannot be written as JSON", e);
    }
  }
}
