package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Look;
import dev.faultlab.report.document.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All numbers in a point's JSON evidence, one row per pointer and one column per trial. */
final class Counters {
  private static final int MOST_ROWS = 80;

  private final Map<String, String[]> rows = new LinkedHashMap<>();
  private final List<TrialRecord> trials;

  /**
   * @param trials of the point
   */
  Counters(List<TrialRecord> trials) {
    this.trials = trials;
  }

  /**
   * Takes the numbers of a file.
   *
   * @param trial position among the trials, from 0
   * @param root empty where it is no JSON
   */
  void add(int trial, String file, Optional<JsonNode> root) {
    if (root.isPresent()) {
      flatten(root.get(), file.substring(file.lastIndexOf('/') + 1) + "#", trial);
    } else {
      put(file, trial, "is no JSON");
    }
  }

  /** A folded table, empty without JSON. */
  List<Block> table() {
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

  private void put(String where, int trial, String value) {
    rows.computeIfAbsent(where, w -> new String[trials.size()])[trial] = value;
  }

  private void flatten(JsonNode node, String pointer, int trial) {
    if (node.isNumber()) {
      put(pointer, trial, node.asText());
    } else if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        flatten(field.getValue(), pointer + "/" + field.getKey(), trial);
      }
    } else if (node.isArray()) {
      int index = 0;
      for (JsonNode element : node) {
        flatten(element, pointer + "/" + index++, trial);
      }
    }
  }
}
