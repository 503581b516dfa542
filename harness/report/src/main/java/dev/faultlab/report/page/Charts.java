package dev.faultlab.report.page;

import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.seen.SentRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The data of the page's charts, in the form that {@code page.js} draws. */
public final class Charts {
  /** More bars than that cannot be distinguished. */
  private static final int MAX_REQUESTS = 64;

  private Charts() {}

  /**
   * The role of a cell; faults are drawn in warm colours, controls in cool ones. A sender's window
   * and its bytes in flight are drawn on both sides, in neutral colours.
   */
  public enum Role {
    FAULT,
    CONTROL,
    MEASURED,
    WINDOW,
    FLIGHT
  }

  /** One line of a strip or forest chart: single values, and a median with interval. */
  public record Row(
      String name, Role role, List<Double> samples, double median, double low, double high) {}

  /**
   * Rows of points on one axis.
   *
   * @param reference a value with its own line, such as 1 for ratios
   */
  record Strip(String kind, String unit, boolean log, Optional<Double> reference, List<Row> rows) {}

  /** Points joined by a line; x and y alternate. */
  record Line(String name, Role role, List<Double> xy) {}

  /**
   * Values over time in seconds, held until they change.
   *
   * @param yMin beginning of a logarithmic axis; 0 for a linear one
   * @param yMax end of the axis, equal for charts that are to be compared; 0 for automatic
   * @param xMax the same for time
   */
  record Steps(
      String kind, String yTitle, double yMin, double yMax, double xMax, List<Line> lines) {}

  /** The last moment of all lines. */
  static double latest(List<Line> lines) {
    return lines.stream()
        .filter(line -> !line.xy().isEmpty())
        .mapToDouble(line -> line.xy().get(line.xy().size() - 2))
        .max()
        .orElse(0);
  }

  /** The largest value of all lines. */
  static double highest(List<Line> lines) {
    return lines.stream()
        .flatMap(
            one -> IntStream.range(0, one.xy().size() / 2).mapToObj(i -> one.xy().get(2 * i + 1)))
        .max(Double::compare)
        .orElse(0.0);
  }

  /** Shares against a share, both in percent. */
  record Curves(String kind, String axis, String unit, List<Line> lines) {}

  /** Questions as bars from question to answer, on a time axis from zero to the span. */
  record Bars(String kind, String axis, String unit, String what, double span, List<Bar> bars) {}

  /**
   * One bar.
   *
   * @param group bars of a group have one colour and one entry in the legend
   * @param faint in the weaker of the role's two strengths
   */
  record Bar(
      String name, String group, Role role, boolean faint, String what, double from, double to) {}

  /**
   * The requests of trials on one time axis.
   *
   * @param trials title to requests; of many, some are drawn
   */
  public static List<Block> requests(String id, Map<String, List<SentRequest>> trials) {
    List<Block> charts = new ArrayList<>();
    double span = trials.values().stream().mapToDouble(Charts::seconds).max().orElse(0);
    trials.forEach(
        (title, requests) -> {
          List<Bar> bars = new ArrayList<>();
          for (int k = 0; k < requests.size(); k += 1 + requests.size() / MAX_REQUESTS) {
            bars.add(bar(requests.get(0).begin(), k + 1, requests.get(k), span));
          }
          Bars data =
              new Bars("bars", "seconds since the condition hurts", "s", "request", span, bars);
          String chartId = id + "-" + charts.size();
          charts.add(new Block.Chart(chartId, Text.strong(title), title, true, data));
        });
    return charts;
  }

  private static Bar bar(long start, int number, SentRequest request, double span) {
    double from = (request.begin() - start) / 1000.0;
    boolean open = request.ending() == SentRequest.Ending.OPEN;
    String port = request.port() == 0 ? "" : ", port " + request.port();
    String ending = request.ending().name().toLowerCase(Locale.ROOT);
    String detail = request.detail().equals("-") ? "" : " (" + request.detail() + ")";
    return new Bar(
        number + ", round " + request.round() + port,
        ending,
        request.ending() == SentRequest.Ending.ANSWERED ? Role.CONTROL : Role.FAULT,
        open,
        ending + detail,
        from,
        open ? span : from + (request.end() - request.begin()) / 1000.0);
  }

  private static double seconds(List<SentRequest> requests) {
    long first = requests.isEmpty() ? 0 : requests.get(0).begin();
    return requests.stream().mapToLong(r -> Math.max(r.end(), r.begin()) - first).max().orElse(0)
        / 1000.0;
  }
}
