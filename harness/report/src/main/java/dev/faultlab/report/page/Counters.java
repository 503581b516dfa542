package dev.faultlab.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import dev.faultlab.result.RunResult.TrialResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every number in a point's JSON evidence, one row per pointer and one column per trial. */
final class Counters {
  private static final int MOST_ROWS = 80;

  private Counters() {}

  /** A folded table, empty where there is no JSON. */
  static String table(Path run, List<TrialResult> trials) throws IOException {
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
      return "";
    }
    Html html = new Html();
    html.raw("<details><summary>Counters and numbers of every trial</summary>");
    html.raw("<div class=\"scroll\"><table class=\"small numbers\"><thead><tr><th>Where");
    trials.forEach(t -> html.element("th", "trial " + t.index()));
    html.raw("</thead><tbody>");
    rows.entrySet().stream().limit(MOST_ROWS).forEach(row -> row(html, row));
    html.raw("</tbody></table></div>");
    if (rows.size() > MOST_ROWS) {
      html.element("p", "class=\"muted\"", rows.size() - MOST_ROWS + " more in the files.");
    }
    return html.raw("</details>").toString();
  }

  private static void row(Html html, Map.Entry<String, String[]> row) {
    html.raw("<tr><th>").element("code", row.getKey());
    for (String value : row.getValue()) {
      html.element("td", value == null ? "" : value);
    }
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
