package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.RunResult.TrialResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Latency distributions of all trials, from HdrHistograms in JSON evidence: a field {@code
 * histogram} with the compressed encoding in base 64, values in nanoseconds.
 */
final class Distributions {
  /** Log-linear steps of 1 / (1 - p) from the median to the maximum. */
  private static final double STEP = 1.25;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Path run;

  Distributions(Path run) {
    this.run = run;
  }

  /**
   * The section, empty if no trial has a histogram. One chart per setting, and a sentence for each
   * file with a histogram that cannot be drawn.
   */
  List<Block> blocks(List<CellView> cells) throws IOException {
    Map<String, List<Charts.Line>> byPoint = new LinkedHashMap<>();
    Set<String> undrawn = new LinkedHashSet<>();
    for (CellView cell : cells) {
      Map<String, List<Charts.Line>> found = new LinkedHashMap<>();
      for (TrialResult trial : cell.trials()) {
        read(cell, trial, found, undrawn);
      }
      String title =
          found.size() > 1
              ? cell.name()
              : cell.settings().isEmpty() ? "all variants" : cell.settings();
      found
          .values()
          .forEach(lines -> byPoint.computeIfAbsent(title, t -> new ArrayList<>()).addAll(lines));
    }
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

  private void read(
      CellView cell, TrialResult trial, Map<String, List<Charts.Line>> found, Set<String> undrawn)
      throws IOException {
    TrialFiles files = new TrialFiles(run, trial.folder());
    for (String file : files.ending(".json")) {
      JsonNode root;
      try {
        root = Json.read(files.path(file));
      } catch (IOException e) {
        continue; // the signatures read it too, and report that it is not JSON
      }
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
      throw new IOException("its histogram is no text");
    }
    Histogram histogram;
    try {
      histogram =
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(encoded.asText())), 0);
    } catch (DataFormatException | RuntimeException e) {
      // The decoder trusts its input, so invalid bytes can cause any of several exceptions.
      throw new IOException("its histogram is no HdrHistogram in base 64: " + e, e);
    }
    List<Double> xy = new ArrayList<>();
    double most = Math.max(2, histogram.getTotalCount());
    for (double inverse = 1; inverse < most * STEP; inverse *= STEP) {
      double x = Math.min(inverse, most);
      double percentile = 100 * (1 - 1 / x);
      xy.add(x);
      xy.add(histogram.getValueAtPercentile(x >= most ? 100 : percentile) / NANOS_PER_MILLI);
    }
    return xy;
  }
}
