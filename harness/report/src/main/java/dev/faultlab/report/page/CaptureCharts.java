package dev.faultlab.report.page;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.CaptureReading;
import dev.faultlab.observation.CaptureChart;
import dev.faultlab.observation.LookupChart;
import dev.faultlab.observation.StoredObservations;
import dev.faultlab.observation.WindowChart;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Draws the captures of one trial of each point, and picks the most telling pair. */
final class CaptureCharts {
  private static final int FEWEST_BARS = 16;
  private static final String DNS_NOTE =
      "Each bar is one DNS query, from question to answer, out of the stretch of the capture where"
          + " queries lie closest together; both sides have the same time axis. Bars in a staircase"
          + " wait for one another, bars on top of each other do not.";
  private static final String TCP_NOTE =
      "The window as the sender understands it, and how much it has under way; both sides have the"
          + " same axes, and "
          + TcpCharts.EDGE
          + ".";

  private final TrialFiles files;
  private final Map<Point, List<Block>> figures = new HashMap<>();
  private final Map<Point, List<Hero>> heroes = new HashMap<>();

  CaptureCharts(TrialFiles files) {
    this.files = files;
  }

  /**
   * A chart that can represent its point.
   *
   * @param headline its main values
   */
  private record Hero(String id, String headline, Object data) {}

  /** Reads the captures of every cell's representative trial. */
  void read(List<CellView> cells) throws IOException {
    for (CellView cell : cells) {
      List<Block> found = new ArrayList<>();
      Optional<TrialRecord> exhibit = cell.exhibit();
      if (exhibit.isPresent()) {
        Path folder = files.path(exhibit.get().folder());
        Map<String, CaptureChart> stored =
            StoredObservations.in(folder).map(StoredObservations::captures).orElse(Map.of());
        for (String file : files.captures(exhibit.get())) {
          try {
            Path path = files.path(file);
            CaptureChart chart = stored.get(folder.relativize(path).toString());
            if (chart == null) {
              chart = CaptureChart.of(CaptureReading.read(path));
            }
            draw(cell, exhibit.get().index(), file, chart, found);
          } catch (IOException | RuntimeException e) {
            found.add(Block.paragraph(file + " cannot be drawn: " + e));
          }
        }
        timelines(cell, exhibit.get(), found);
      }
      figures.put(cell.point(), found);
    }
    alignFlights();
  }

  private void draw(CellView cell, int trial, String file, CaptureChart chart, List<Block> found) {
    String key = HtmlRenderer.id(cell.name() + "-" + Path.of(file).getFileName());
    String where = ", trial " + trial;
    List<Hero> standing = heroes.computeIfAbsent(cell.point(), p -> new ArrayList<>());
    chart.brokeOff().ifPresent(why -> found.add(Block.paragraph(file + ": " + why)));
    if (chart.lookups().isPresent()) {
      LookupChart lookups = chart.lookups().get();
      Charts.Waterfall waterfall = DnsCharts.waterfall(lookups, cell.role());
      standing.add(new Hero("waterfall-" + key, DnsCharts.headline(lookups), waterfall));
      String closest = "Queries where they lie closest together" + where;
      found.add(Block.chart("waterfall-" + key, closest, "", waterfall));
      Charts.Steps flight = DnsCharts.flight(lookups, cell.role());
      found.add(Block.chart("flight-" + key, "Lookups in flight" + where, "", flight));
    }
    if (chart.window().isPresent()) {
      WindowChart window = chart.window().get();
      Charts.Steps flight = TcpCharts.flight(window);
      standing.add(new Hero("tcp-" + key, TcpCharts.headline(window), flight));
      String title = "Window and bytes in flight" + where;
      found.add(Block.chart("tcp-" + key, title, TcpCharts.EDGE, flight));
      found.add(TcpCharts.table(window));
    }
  }

  private void timelines(CellView cell, TrialRecord exhibit, List<Block> found) throws IOException {
    String trial = "trial " + exhibit.index();
    List<Path> paths = files.ending(exhibit, Timelines.ENDING).stream().map(files::path).toList();
    Timelines.Found read = Timelines.read(paths, cell.role());
    for (Timelines.Timeline timeline : read.drawn()) {
      String id = "timeline-" + HtmlRenderer.id(cell.name() + "-" + timeline.name());
      found.add(Block.chart(id, timeline.name() + ", " + trial, "", timeline.steps()));
    }
    read.undrawn().forEach(why -> found.add(Block.paragraph(trial + ": " + why)));
  }

  /** Gives all charts of lookups in flight one scale, so that 1 looks small beside 32. */
  private void alignFlights() {
    double highest =
        figures.values().stream()
            .flatMap(List::stream)
            .flatMap(block -> flight(block).stream())
            .mapToDouble(Charts.Steps::highest)
            .max()
            .orElse(0);
    figures.replaceAll((point, all) -> all.stream().map(block -> until(block, highest)).toList());
  }

  private static Block until(Block block, double highest) {
    return flight(block)
        .<Block>map(steps -> ((Block.Chart) block).with(steps.until(steps.axes().xMax(), highest)))
        .orElse(block);
  }

  private static Optional<Charts.Steps> flight(Block block) {
    return block instanceof Block.Chart chart
            && chart.data() instanceof Charts.Steps steps
            && steps.axes().yTitle().equals(DnsCharts.IN_FLIGHT)
        ? Optional.of(steps)
        : Optional.empty();
  }

  /** The charts of one cell. */
  List<Block> figures(CellView cell) {
    List<Block> found = figures.getOrDefault(cell.point(), List.of());
    return found.isEmpty() ? List.of() : List.of(new Block.Grid(found));
  }

  /**
   * The fault and a control side by side at the same scale; empty if no two points that agree on
   * every axis have captures of the same kind. A variant can be its own control on the axis that
   * its expectation depends on.
   */
  List<Block> hero(List<CellView> cells) {
    List<CellView> drawn = cells.stream().filter(c -> heroes.containsKey(c.point())).toList();
    for (CellView fault : drawn) {
      for (CellView control : drawn) {
        if (fault.role() == Charts.Role.FAULT
            && control.role() == Charts.Role.CONTROL
            && pairs(fault, control)) {
          List<Block> pair = pair(fault, control);
          if (!pair.isEmpty()) {
            List<Block> hero = new ArrayList<>(pair);
            hero.addAll(elsewhere(cells, fault));
            return hero;
          }
        }
      }
    }
    return List.of();
  }

  /** The picture shows one setting; links lead to the others. */
  private static List<Block> elsewhere(List<CellView> cells, CellView shown) {
    List<Text> others =
        cells.stream()
            .filter(c -> c.variant().equals(shown.variant()) && c.role() == shown.role())
            .filter(c -> c != shown)
            .map(c -> Text.link(Style.PLAIN, c.settings(), anchor(c)))
            .toList();
    return others.isEmpty()
        ? List.of()
        : List.of(
            new Block.Paragraph(
                Block.Manner.NOTE,
                Text.of("Shown: " + shown.settings() + ". The same fault at ")
                    .and(Text.joined(Text.of("; "), others))
                    .and(".")));
  }

  private static String anchor(CellView cell) {
    return "#" + HtmlRenderer.id("cell-" + cell.name());
  }

  private static boolean pairs(CellView fault, CellView control) {
    return fault.outcomes().stream()
        .anyMatch(one -> control.outcomes().stream().anyMatch(other -> Sides.of(one, other)));
  }

  private List<Block> pair(CellView fault, CellView control) {
    for (Hero left : heroes.getOrDefault(fault.point(), List.of())) {
      for (Hero right : heroes.getOrDefault(control.point(), List.of())) {
        List<Object> scaled = sameScale(left.data(), right.data());
        if (!scaled.isEmpty()) {
          boolean dns = scaled.get(0) instanceof Charts.Waterfall;
          return List.of(
              new Block.Grid(
                  List.of(
                      chart(left, scaled.get(0), fault, Style.FAULT, "fault"),
                      chart(right, scaled.get(1), control, Style.CONTROL, "control"))),
              new Block.Paragraph(Block.Manner.NOTE, Text.of(dns ? DNS_NOTE : TCP_NOTE)));
        }
      }
    }
    return List.of();
  }

  private static Block chart(Hero hero, Object data, CellView cell, Style side, String what) {
    Text caption =
        Text.of(side, what)
            .and(" ")
            .and(Style.STRONG, cell.title())
            .and(" ")
            .and(Text.link(Style.POINT, cell.name(), anchor(cell)))
            .and(Style.HEADLINE, hero.headline());
    return new Block.Chart(hero.id() + "-hero", caption, what + ": " + cell.name(), true, data);
  }

  /** Both on axes of the same length; empty for two kinds, or if one side shows next to nothing. */
  private static List<Object> sameScale(Object left, Object right) {
    if (left instanceof Charts.Waterfall one && right instanceof Charts.Waterfall other) {
      double span = Math.max(one.spanMillis(), other.spanMillis());
      return Math.min(one.bars().size(), other.bars().size()) < FEWEST_BARS
          ? List.of()
          : List.of(one.until(span), other.until(span));
    }
    if (left instanceof Charts.Steps one && right instanceof Charts.Steps other) {
      double x = Math.max(one.latest(), other.latest());
      double y = Math.max(one.highest(), other.highest());
      return List.of(one.until(x, y), other.until(x, y));
    }
    return List.of();
  }
}
