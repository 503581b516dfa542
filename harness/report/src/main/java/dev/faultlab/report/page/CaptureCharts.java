package dev.faultlab.report.page;

import dev.faultlab.fact.CaptureReading;
import dev.faultlab.observation.CaptureChart;
import dev.faultlab.observation.LookupChart;
import dev.faultlab.observation.StoredObservations;
import dev.faultlab.observation.WindowChart;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult.TrialResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws one trial's captures of each point, and picks the pair that says most. */
final class CaptureCharts {
  private static final int FEWEST_BARS = 16;

  /** What the ids of charts of windows begin with. */
  private static final String WINDOWS = "tcp-";

  private final Path run;
  private final Charts charts;
  private final Map<Point, List<Drawn>> drawn = new HashMap<>();

  CaptureCharts(Path run, Charts charts) {
    this.run = run;
    this.charts = charts;
  }

  /** A chart, or a note in place of one. */
  private record Drawn(String id, String title, String headline, String markup) {}

  /** Reads the captures of every cell's exhibit. */
  void read(List<CellView> cells) throws IOException {
    for (CellView cell : cells) {
      List<Drawn> found = new ArrayList<>();
      Optional<TrialResult> exhibit = cell.exhibit();
      if (exhibit.isPresent()) {
        TrialFiles files = new TrialFiles(run, exhibit.get().folder());
        Path folder = files.path(exhibit.get().folder());
        Map<String, CaptureChart> stored =
            StoredObservations.in(folder).map(StoredObservations::captures).orElse(Map.of());
        for (String file : files.captures()) {
          try {
            Path path = files.path(file);
            CaptureChart chart = stored.get(folder.relativize(path).toString());
            if (chart == null) {
              chart = CaptureChart.of(CaptureReading.read(path));
            }
            draw(cell, exhibit.get().index(), file, chart, found);
          } catch (IOException | RuntimeException e) {
            found.add(note(file + " cannot be drawn: " + e));
          }
        }
        timelines(cell, exhibit.get().index(), files, found);
      }
      drawn.put(cell.point(), found);
    }
    charts.alignSteps(DnsCharts.IN_FLIGHT);
  }

  private void draw(CellView cell, int trial, String file, CaptureChart chart, List<Drawn> found) {
    String key = Html.id(cell.name() + "-" + Path.of(file).getFileName());
    String where = ", trial " + trial;
    chart.brokeOff().ifPresent(why -> found.add(note(file + ": " + why)));
    if (chart.lookups().isPresent()) {
      LookupChart lookups = chart.lookups().get();
      found.add(
          new Drawn(
              charts.add("waterfall-" + key, DnsCharts.waterfall(lookups, cell.role())),
              "Queries where they lie closest together" + where,
              DnsCharts.headline(lookups),
              ""));
      found.add(
          new Drawn(
              charts.add("flight-" + key, DnsCharts.flight(lookups, cell.role())),
              "Look-ups in flight" + where,
              "",
              ""));
    }
    if (chart.window().isPresent()) {
      WindowChart window = chart.window().get();
      found.add(
          new Drawn(
              charts.add("tcp-" + key, TcpCharts.flight(window)),
              "Window and bytes in flight" + where,
              TcpCharts.headline(window),
              TcpCharts.table(window)));
    }
  }

  private void timelines(CellView cell, int trial, TrialFiles files, List<Drawn> found)
      throws IOException {
    List<Path> paths = files.ending(Timelines.ENDING).stream().map(files::path).toList();
    Timelines.Found read = Timelines.read(paths, cell.role());
    for (Timelines.Timeline timeline : read.drawn()) {
      String id =
          charts.add("timeline-" + Html.id(cell.name() + "-" + timeline.name()), timeline.steps());
      found.add(new Drawn(id, timeline.name() + ", trial " + trial, "", ""));
    }
    read.undrawn().forEach(why -> found.add(note("trial " + trial + ": " + why)));
  }

  private static Drawn note(String sentence) {
    return new Drawn("", "", "", new Html().text(sentence).toString());
  }

  /** The figures of one cell. */
  void figures(Html html, CellView cell) {
    List<Drawn> found = drawn.getOrDefault(cell.point(), List.of());
    if (found.isEmpty()) {
      return;
    }
    html.raw("<div class=\"grid\">");
    for (Drawn each : found) {
      if (!each.id().isEmpty()) {
        boolean window = each.id().startsWith(WINDOWS);
        EffectCharts.figure(html, each.id(), each.title(), window ? TcpCharts.EDGE : "");
      }
      if (!each.markup().isEmpty()) {
        html.raw("<div>" + each.markup() + "</div>");
      }
    }
    html.raw("</div>");
  }

  /**
   * The fault and a control next to each other under the same scale; empty where no two that agree
   * on every axis have captures of the same kind. A variant can be its own control on the axis that
   * its expectation depends on.
   */
  String hero(List<CellView> cells) {
    for (CellView fault : cells) {
      for (CellView control : cells) {
        if (fault.role() == Charts.Role.FAULT
            && control.role() == Charts.Role.CONTROL
            && pairs(fault, control)) {
          Optional<String> pair = pair(fault, control);
          if (pair.isPresent()) {
            return pair.get() + elsewhere(cells, fault);
          }
        }
      }
    }
    return "";
  }

  /** The picture shows one setting; where the others are. */
  private static String elsewhere(List<CellView> cells, CellView shown) {
    List<CellView> others =
        cells.stream()
            .filter(c -> c.variant().equals(shown.variant()) && c.role() == shown.role())
            .filter(c -> c != shown)
            .toList();
    if (others.isEmpty()) {
      return "";
    }
    Html html = new Html();
    html.raw("<p class=\"note\">Shown: ").text(shown.settings()).raw(". The same fault at");
    for (CellView other : others) {
      html.raw(" <a href=\"#" + Html.id("cell-" + other.name()) + "\">");
      html.text(other.settings())
          .raw("</a>")
          .raw(other == others.get(others.size() - 1) ? "." : ";");
    }
    return html.raw("</p>").toString();
  }

  private static boolean pairs(CellView fault, CellView control) {
    return fault.outcomes().stream()
        .anyMatch(one -> control.outcomes().stream().anyMatch(other -> Sides.of(one, other)));
  }

  private Optional<String> pair(CellView fault, CellView control) {
    for (Drawn left : drawn.getOrDefault(fault.point(), List.of())) {
      for (Drawn right : drawn.getOrDefault(control.point(), List.of())) {
        boolean waterfalls =
            left.id().startsWith("waterfall-") && right.id().startsWith("waterfall-");
        boolean windows = left.id().startsWith(WINDOWS) && right.id().startsWith(WINDOWS);
        Optional<Heroes> heroes =
            windows || waterfalls ? sameScale(left.id(), right.id()) : Optional.empty();
        if (heroes.isPresent()) {
          Html html = new Html();
          html.raw("<div class=\"grid two\">");
          hero(html, heroes.get().left(), left, fault, "fault");
          hero(html, heroes.get().right(), right, control, "control");
          html.raw("</div>").raw(waterfalls ? DNS_NOTE : TCP_NOTE);
          return Optional.of(html.toString());
        }
      }
    }
    return Optional.empty();
  }

  private static final String DNS_NOTE =
      "<p class=\"note\">Each bar is one DNS query, from question to answer, out of the stretch of"
          + " the capture where queries lie closest together; both sides have the same time axis."
          + " Bars in a staircase wait for one another, bars on top of each other do not.</p>";
  private static final String TCP_NOTE =
      "<p class=\"note\">The window as the sender understands it, and how much it has under way;"
          + " both sides have the same axes, and "
          + TcpCharts.EDGE
          + ".</p>";

  private static void hero(Html html, String id, Drawn drawn, CellView cell, String what) {
    html.raw("<figure><figcaption><span class=\"tag " + what + "\">" + what + "</span> ");
    html.element("strong", cell.title())
        .raw(" <a href=\"#" + Html.id("cell-" + cell.name()) + "\">");
    html.name(cell.name()).raw("</a>");
    html.element("p", "class=\"took\"", drawn.headline())
        .raw("</figcaption><div class=\"plot tall\">");
    html.raw("<canvas role=\"img\" data-chart=\"" + id + "\" aria-label=\"");
    html.text(what + ": " + cell.name()).raw("\"></canvas></div></figure>");
  }

  /** What the two charts of the picture are called. */
  private record Heroes(String left, String right) {}

  /** Both on axes of the same length; empty where one side has next to nothing to show. */
  private Optional<Heroes> sameScale(String left, String right) {
    if (charts.get(left) instanceof Charts.Waterfall one
        && charts.get(right) instanceof Charts.Waterfall other) {
      if (Math.min(one.bars().size(), other.bars().size()) < FEWEST_BARS) {
        return Optional.empty();
      }
      double span = Math.max(one.spanMillis(), other.spanMillis());
      return Optional.of(heroes(left, one.until(span), right, other.until(span)));
    }
    Charts.Steps one = (Charts.Steps) charts.get(left);
    Charts.Steps other = (Charts.Steps) charts.get(right);
    double x = Math.max(one.latest(), other.latest());
    double y = Math.max(one.highest(), other.highest());
    return Optional.of(heroes(left, one.until(x, y), right, other.until(x, y)));
  }

  private Heroes heroes(String left, Object one, String right, Object other) {
    return new Heroes(charts.add(left + "-hero", one), charts.add(right + "-hero", other));
  }
}
