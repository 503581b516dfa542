package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
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
  /** Log-linear steps of 1 / (1 - p) from the median to the maximum. */
  private static final double STEP = 1.25;

  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, List<Charts.Line>> byPoint = new LinkedHashMap<>();
  private final Set<String> undrawn = new LinkedHashSet<>();

  /** Takes the lines of a point, by their label. */
  void add(CellView cell, Map<String, List<Charts.Line>> lines) {
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
  void read(CellView cell, String file, JsonNode root, Map<String, List<Charts.Line>> found) {
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

  /** What {@link Histogram#getValueAtPercentile} says, which counts from the start each time. */
  static List<Double> points(Histogram histogram) {
    List<Double> xy = new ArrayList<>();
    double total = histogram.getTotalCount();
    double most = Math.max(2, total);
    Iterator<HistogramIterationValue> values = histogram.recordedValues().iterator();
    long passed = 0;
    long value = 0;
    for (double inverse = 1; inverse < most * STEP; inverse *= STEP) {
      double x = Math.min(inverse, most);
      double percentile = Math.max(0, Math.nextDown(x >= most ? 100 : 100 * (1 - 1 / x)));
      long sought = Math.max(1, (long) Math.ceil(percentile * total / 100));
      while (passed < sought && values.hasNext()) {
        HistogramIterationValue next = values.next();
        passed = next.getTotalCountToThisValue();
        value = next.getValueIteratedTo();
      }
      xy.add(x);
      xy.add((x > 1 ? value : histogram.lowestEquivalentValue(value)) / NANOS_PER_MILLI);
    }
    return xy;
  }
}
