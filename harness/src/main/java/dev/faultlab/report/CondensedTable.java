package dev.faultlab.report;

import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The verdict table with one line per variant and signature in place of one per cell, for
 * documents. Cells that ended differently keep lines of their own.
 */
final class CondensedTable {
  private CondensedTable() {}

  static String render(RunResult result) {
    Map<String, List<CellOutcome>> groups = new LinkedHashMap<>();
    for (CellOutcome o : result.outcomes()) {
      String key = String.join("|", o.variant(), o.signature(), "" + o.state(), "" + o.judgement());
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(o);
    }
    List<String> head =
        new ArrayList<>(List.of("Variant", "Expected", "Found", "Counts of one trial"));
    boolean effects = !result.measurements().isEmpty();
    head.addAll(effects ? List.of("Effect", "Outcome") : List.of("Outcome"));
    MarkdownTable table = new MarkdownTable(head.toArray(String[]::new));
    Map<String, ResultRow> rows = new LinkedHashMap<>();
    ResultRow.of(result).forEach(row -> rows.put(row.cell() + "|" + row.signature(), row));
    for (List<CellOutcome> group : groups.values()) {
      CellOutcome first = group.get(0);
      ResultRow row = rows.get(first.cell() + "|" + first.signature());
      List<String> cells = new ArrayList<>();
      cells.add(
          MarkdownTable.escaped(first.title()) + "<br>" + MarkdownTable.code(first.variant()));
      cells.add(first.expectation().toString());
      cells.add(found(group));
      cells.add(MarkdownTable.escaped(first.reason()));
      if (effects) {
        cells.add(effect(row, first));
      }
      cells.add(
          first.judgement() == Judgement.AS_EXPECTED
              ? "as expected"
              : "**" + ResultRow.words(first.judgement()) + "**");
      table.row(cells.toArray(String[]::new));
    }
    return table.render();
  }

  private static String found(List<CellOutcome> group) {
    CellOutcome first = group.get(0);
    long trials = group.stream().mapToLong(o -> o.observations().size()).sum();
    long agreeing =
        group.stream()
            .flatMap(o -> o.observations().stream())
            .filter(o -> o.state() == first.state())
            .count();
    String points =
        group.stream()
            .map(CondensedTable::point)
            .filter(p -> !p.isEmpty())
            .collect(Collectors.joining("; "));
    return "**"
        + first.state().name().toLowerCase(Locale.ROOT)
        + " "
        + agreeing
        + "/"
        + trials
        + "** "
        + first.signature()
        + (points.isEmpty() ? "" : "<br>" + points);
  }

  private static String effect(ResultRow row, CellOutcome first) {
    if (row.headline().isEmpty()) {
      return "";
    }
    String point = point(first);
    return MarkdownTable.escaped(Numbers.name(row.headline().get().measurement()))
        + (point.isEmpty() ? "" : ", " + point)
        + ": "
        + row.effectLines().stream()
            .map(MarkdownTable::escaped)
            .collect(Collectors.joining("<br>"));
  }

  private static String point(CellOutcome outcome) {
    return outcome.point().entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }
}
