package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Look;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.RunResult.TrialResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All numbers in a point's JSON evidence, one row per pointer and one column per trial. */
final class Counters {
  private static final int MOST_ROWS = 80;

  private Counters() {}

  /** A folded table, empty without JSON. */
  static List<Block> table(Path run, List<TrialResult> trials) throws IOException {
    Map<String, String[]> rows = new LinkedHashMap<>();
    for (int i = 0; i < trials.size(); i++) {
      TrialFiles files = new TrialFiles(run, trials.get(i).folder());
      for (String file : files.ending(".json")) {
        try {
          JsonNode root = Json.read(files.path(file));
          String name = file.substring(file.lastIndexOf('/') + 1);
          flatten(root, name + "#", rows, i, trials.size());
        } catch (IOException e) {
          rows.computeIfAbsent(file, f -> new String[trials.size()])[i] = "is no JSON";
        }
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    List<Text> head = new ArrayList<>(List.of(Text.of("Where")));
    trials.forEach(t -> head.add(Text.of("trial " + t.index())));
    Block table =
        new Block.Table(
            Look.NUMBERS,
            Text.NONE,
            head,
            rows.entrySet().stream().limit(MOST_ROWS).map(Counters::row).toList());
    int more = Math.max(0, rows.size() - MOST_ROWS);
    Block left = Block.muted(more == 0 ? "" : more + " more in the files.");
    return List.of(Block.details("Counters and numbers of every trial", table, left));
  }

  private static List<Text> row(Map.Entry<String, String[]> row) {
    List<Text> cells = new ArrayList<>(List.of(Text.code(row.getKey())));
    for (String value : row.getValue()) {
      cells.add(Text.of(value == null ? "" : value));
    }
    return cells;
  }

  private static void flatten(
      JsonNode node, String pointer, Map<String, String[]> rows, int column, int columns) {
    if (node.isNumber()) {
      rows.computeIfAbsent(pointer, p -> new String[columns])[column] = node.asText();
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        flatten(field.getValue(), pointer + "/" + field.getKey(), rows, column, columns);
      }
    } else if (node.isArray()) {
      int index = 0;
      for (JsonNode element : node) {
        flatten(element, pointer + "/" + index++, rows, column, columns);
      }
    }
  }
}
