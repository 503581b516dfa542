package dev.faultlab.report.page;

import dev.faultlab.capture.End;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.CaptureReading;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.result.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Draws the captures of one trial of each point, and picks the most telling pair. */
final class CaptureCharts {
  private static final int MIN_BARS = 16;

  /**
   * A window of 65535 in the SYN-ACK and one of 1578 later fit on one axis only if it is
   * logarithmic.
   */
  private static final double MIN_BYTES = 100;

  /** A note on such an axis, which has no place for a window of zero. */
  private static final String EDGE = "values below 100 bytes are drawn at the lower edge";

  private static final String DNS_NOTE =
      "Each bar is one DNS query, from question to answer, out of the stretch of the capture where"
          + " queries are closest together; both sides have the same time axis. Bars in a staircase"
          + " wait for one another, bars on top of each other do not.";
  private static final String TCP_NOTE =
      "The window as the sender understands it, and how much it has under way; both sides have the"
          + " same axes, and "
          + EDGE
          + ".";

  private final TrialFiles files;
  private final Map<Point, List<CaptureChart>> captures = new HashMap<>();
  private double mostInFlight;

  CaptureCharts(TrialFiles files) {
    this.files = files;
  }

  /**
   * A capture of a cell's representative trial.
   *
   * @param brokeOff why reading ended before the end of the capture
   * @param lookups if the capture has DNS beside the harness' own markers
   * @param window if a connection of the capture carried data
   */
  private record CaptureChart(
      String file,
      Optional<String> brokeOff,
      Optional<LookupChart> lookups,
      Optional<WindowChart> window) {
    String key(CellView cell) {
      return HtmlRenderer.id(cell.name() + "-" + Path.of(file).getFileName());
    }

    int bars() {
      return lookups.map(chart -> chart.bars().size()).orElse(0);
    }
  }

  /** Reads the captures of every cell's representative trial. */
  void read(List<CellView> cells) throws IOException {
    for (CellView cell : cells) {
      List<CaptureChart> found = new ArrayList<>();
      if (cell.exhibit().isPresent()) {
        for (String file : files.captures(cell.exhibit().get())) {
          CaptureChart capture = read(file, cell.role());
          found.add(capture);
          double max = capture.lookups().map(l -> Charts.highest(l.inFlight())).orElse(0.0);
          mostInFlight = Math.max(mostInFlight, max);
        }
      }
      captures.put(cell.point(), found);
    }
  }

  private CaptureChart read(String file, Charts.Role role) {
    try {
      CaptureReading read = CaptureReading.read(files.path(file));
      return new CaptureChart(
          file,
          Optional.of(read.end()).filter(e -> !(e instanceof End.Complete)).map(End::sentence),
          LookupChart.of(read.dns(), role),
          read.exhibit().map(WindowChart::of));
    } catch (IOException | RuntimeException e) {
      Optional<String> why = Optional.of("cannot be drawn: " + e);
      return new CaptureChart(file, why, Optional.empty(), Optional.empty());
    }
  }

  /** The charts of one cell. */
  List<Block> figures(CellView cell) throws IOException {
    List<Block> found = new ArrayList<>();
    if (cell.exhibit().isPresent()) {
      TrialRecord trial = cell.exhibit().get();
      captures.get(cell.point()).forEach(capture -> draw(cell, trial, capture, found));
      List<Path> paths = files.ending(trial, Timelines.ENDING).stream().map(files::path).toList();
      found.addAll(Timelines.charts(paths, cell, "trial " + trial.index()));
    }
    return found.isEmpty() ? List.of() : List.of(new Block.Grid(found));
  }

  private void draw(CellView cell, TrialRecord trial, CaptureChart capture, List<Block> found) {
    String key = capture.key(cell);
    String where = ", trial " + trial.index();
    capture.brokeOff().ifPresent(why -> found.add(Block.paragraph(capture.file() + ": " + why)));
    if (capture.lookups().isPresent()) {
      LookupChart lookups = capture.lookups().get();
      Object waterfall = waterfall(lookups, lookups.spanMillis());
      String closest = "Queries where they are closest together" + where;
      found.add(Block.chart("waterfall-" + key, closest, "", waterfall));
      // All charts of lookups in flight have one scale, so that 1 looks small beside 32.
      Object flight =
          new Charts.Steps("steps", "lookups in flight", 0, mostInFlight, 0, lookups.inFlight());
      found.add(Block.chart("flight-" + key, "Lookups in flight" + where, "", flight));
    }
    if (capture.window().isPresent()) {
      String title = "Window and bytes in flight" + where;
      found.add(Block.chart("tcp-" + key, title, EDGE, window(capture.window().get(), 0, 0)));
    }
  }

  private static Charts.Bars waterfall(LookupChart lookups, double span) {
    double end = Math.max(1, Math.ceil(span));
    return new Charts.Bars("bars", "milliseconds", "ms", "query, by frame", end, lookups.bars());
  }

  /**
   * Window and bytes in flight of the side that sends more.
   *
   * @param seconds end of the axis; 0 for automatic
   * @param bytes the same
   */
  private static Charts.Steps window(WindowChart connection, double seconds, double bytes) {
    return new Charts.Steps("steps", "bytes", MIN_BYTES, bytes, seconds, connection.lines());
  }

  /**
   * The fault and a control side by side at the same scale; empty if no two points that agree on
   * every axis have captures of the same kind. A variant can be its own control on the axis that
   * its expectation depends on.
   */
  List<Block> faultBesideControl(List<CellView> cells) {
    return cells.stream()
        .flatMap(
            fault ->
                cells.stream()
                    .filter(control -> arePair(fault, control))
                    .flatMap(control -> pairs(fault, control)))
        .findFirst()
        .orElse(List.of());
  }

  private static boolean arePair(CellView fault, CellView control) {
    return fault.role() == Charts.Role.FAULT
        && control.role() == Charts.Role.CONTROL
        && fault.outcomes().stream()
            .anyMatch(one -> control.outcomes().stream().anyMatch(other -> one.hasControl(other)));
  }

  private Stream<List<Block>> pairs(CellView fault, CellView control) {
    return captures.get(fault.point()).stream()
        .flatMap(
            left ->
                captures.get(control.point()).stream()
                    .flatMap(right -> pair(fault, left, control, right).stream()));
  }

  /** Empty if the captures are of two kinds, or one side shows next to nothing. */
  private static Optional<List<Block>> pair(
      CellView fault, CaptureChart left, CellView control, CaptureChart right) {
    if (left.bars() >= MIN_BARS && right.bars() >= MIN_BARS) {
      LookupChart first = left.lookups().orElseThrow();
      LookupChart second = right.lookups().orElseThrow();
      double span = Math.max(first.spanMillis(), second.spanMillis());
      return pair(
          side(fault, left, headline(first), waterfall(first, span)),
          side(control, right, headline(second), waterfall(second, span)),
          DNS_NOTE);
    }
    if (left.window().isPresent() && right.window().isPresent()) {
      WindowChart first = left.window().get();
      WindowChart second = right.window().get();
      double seconds = Math.max(Charts.latest(first.lines()), Charts.latest(second.lines()));
      double bytes = Math.max(Charts.highest(first.lines()), Charts.highest(second.lines()));
      return pair(
          side(fault, left, headline(first), window(first, seconds, bytes)),
          side(control, right, headline(second), window(second, seconds, bytes)),
          TCP_NOTE);
    }
    return Optional.empty();
  }

  private static Optional<List<Block>> pair(Block fault, Block control, String note) {
    Block noteBlock = new Block.Paragraph(Block.ParagraphRole.NOTE, Text.of(note));
    return Optional.of(List.of(new Block.Grid(List.of(fault, control)), noteBlock));
  }

  private static Block side(CellView cell, CaptureChart capture, String headline, Object data) {
    boolean isFault = cell.role() == Charts.Role.FAULT;
    String what = cell.role().name().toLowerCase(Locale.ROOT);
    Text caption =
        Text.of(isFault ? Style.FAULT : Style.CONTROL, what)
            .and(" ")
            .and(Style.STRONG, cell.title())
            .and(" ")
            .and(Text.link(Style.POINT, cell.name(), "#" + HtmlRenderer.id("cell-" + cell.name())))
            .and(Style.HEADLINE, headline);
    String kind = data instanceof Charts.Bars ? "waterfall-" : "tcp-";
    String id = kind + capture.key(cell) + "-hero";
    return new Block.Chart(id, caption, what + ": " + cell.name(), true, data);
  }

  private static String headline(LookupChart lookups) {
    return lookups.bars().size() + " queries in " + Numbers.show(lookups.spanMillis()) + " ms";
  }

  /** For the side that sends more. */
  private static String headline(WindowChart connection) {
    return "%s bytes in %s rounds, at most %s in flight"
        .formatted(
            Numbers.show(connection.bytes()),
            Numbers.show(connection.rounds()),
            Numbers.show(connection.maxInFlight()));
  }
}
