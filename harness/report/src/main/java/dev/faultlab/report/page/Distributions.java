package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.RunResult.TrialResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latency distributions of all trials, from HdrHistograms in JSON evidence: a field {@code
 * histogram} with the compressed encoding in base 64, values in nanoseconds.
 */
final class Distributions {
  /** How many points there are until half of the calls so far are left. */
  private static final int STEPS_PER_HALF = 3;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, List<Charts.Line>> byPoint = new LinkedHashMap<>();
  private final Set<String> undrawn = new LinkedHashSet<>();

  /** Reads the histograms of a point. */
  void read(CellView cell, TrialFiles files) throws IOException {
    Map<String, List<Charts.Line>> lines = new LinkedHashMap<>();
    for (TrialResult trial : cell.trials()) {
      for (String file : files.json(trial)) {
        JsonNode root;
        try {
          root = Json.read(files.path(file));
        } catch (IOException e) {
          continue; // no JSON, so nothing to draw
        }
        read(cell, file, root, lines);
      }
    }
    String title =
        lines.size() > 1
            ? cell.name()
            : cell.settings().isEmpty() ? "all variants" : cell.settings();
    lines
        .values()
        .forEach(all -> byPoint.computeIfAbsent(title, t -> new ArrayList<>()).addAll(all));
  }

  /**
   * The section, empty if no trial has a histogram. One chart per setting, and a sentence for each
   * file with a histogram that cannot be drawn.
   */
  List<Block> blocks() {
    if (byPoint.isEmpty() && undrawn.isEmpty()) {
      return List.of();
    }
    List<Block> charts = new ArrayList<>();
    byPoint.forEach(
        (title, lines) ->
            charts.add(
                Block.chart(
                    "distribution-" + HtmlRenderer.id(title),
                    "Latency, " + title,
                    "",
                    new Charts.Distribution("distribution", "ms", lines))));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Block.lead(
            "Every trial is a line. To the right are the rarer, slower calls: 99 means that one"
                + " call in a hundred took longer. Both axes are logarithmic."));
    blocks.add(new Block.Grid(charts));
    undrawn.forEach(
        sentence -> blocks.add(new Block.Paragraph(Block.Manner.NOTE, Text.of(sentence))));
    return List.of(Block.fold("distributions", "Latency distributions", false, blocks));
  }

  /**
   * Reads the histograms of a file.
   *
   * @param found label to lines, to which those of the file are added
   */
  private void read(
      CellView cell, String file, JsonNode root, Map<String, List<Charts.Line>> found) {
    for (JsonNode holder : root.findParents("histogram")) {
      List<Double> points;
      try {
        points = points(holder.get("histogram"));
      } catch (IOException e) {
        undrawn.add(file + " cannot be drawn: " + e.getMessage());
        continue;
      }
      String label = label(holder);
      String name = cell.variant() + (label.isEmpty() ? "" : ", " + label);
      found
          .computeIfAbsent(label, l -> new ArrayList<>())
          .add(new Charts.Line(name, cell.role(), points));
    }
  }

  /** What distinguishes the elements of a series: their first whole number, e.g. threads. */
  private static String label(JsonNode holder) {
    for (Map.Entry<String, JsonNode> field : holder.properties()) {
      if (field.getValue().isIntegralNumber()) {
        return field.getKey() + " " + field.getValue().asText();
      }
    }
    return "";
  }

  private static List<Double> points(JsonNode encoded) throws IOException {
    if (!encoded.isTextual()) {
      throw new IOException("its histogram is not text");
    }
    Histogram histogram;
    try {
      histogram =
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(encoded.asText())), 0);
    } catch (DataFormatException | RuntimeException e) {
      // The decoder trusts its input, so invalid bytes can cause any of several exceptions.
      throw new IOException("its histogram is not an HdrHistogram in base 64: " + e, e);
    }
    return points(histogram);
  }

  /** The slower the calls, the closer the points: x is 1 / (1 - p) of percentile p. */
  static List<Double> points(Histogram histogram) {
    List<Double> xy = new ArrayList<>();
    double most = Math.max(2, histogram.getTotalCount());
    for (HistogramIterationValue value : histogram.percentiles(STEPS_PER_HALF)) {
      double x = 1 / (1 - value.getPercentileLevelIteratedTo() / 100);
      if (x < most) {
        xy.addAll(List.of(x, value.getValueIteratedTo() / NANOS_PER_MILLI));
      }
    }
    xy.addAll(List.of(most, histogram.getMaxValue() / NANOS_PER_MILLI));
    return xy;
  }
}
