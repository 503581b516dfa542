package dev.faultlab.report;

import dev.faultlab.result.Axes;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.text.Escape;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The verdict table with one line per variant and signature in place of one per point, for
 * documents. Points that ended differently, or were expected to, keep lines of their own.
 */
final class CondensedTable {
  private CondensedTable() {}

  static String render(RunResult result) {
    Set<String> axes = Axes.telling(result);
    Map<List<Object>, List<Outcome>> groups = new LinkedHashMap<>();
    for (Outcome o : result.outcomes()) {
      List<Object> key =
          List.of(o.point().variant(), o.signature(), o.expectation(), o.state(), o.judgement());
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(o);
    }
    List<String> head =
        new ArrayList<>(List.of("Variant", "Expected", "Found", "Counts of one trial"));
    boolean effects = !result.measurements().isEmpty();
    head.addAll(effects ? List.of("Effect", "Outcome") : List.of("Outcome"));
    MarkdownTable table = new MarkdownTable(head.toArray(String[]::new));
    List<ResultRow> rows = ResultRow.of(result);
    for (List<Outcome> group : groups.values()) {
      Outcome first = group.get(0);
      ResultRow row = rows.get(result.outcomes().indexOf(first));
      List<String> cells = new ArrayList<>();
      cells.add(
          Escape.markdown(row.title()) + "<br>" + MarkdownTable.code(first.point().variant()));
      cells.add(Escape.markdown(first.expectation().toString()));
      cells.add(found(group, axes));
      cells.add(Escape.markdown(first.reason()));
      if (effects) {
        cells.add(effect(row, Axes.settings(first.point(), axes)));
      }
      cells.add(
          first.judgement() == Judgement.AS_EXPECTED
              ? "as expected"
              : "**" + ResultRow.words(first.judgement()) + "**");
      table.row(cells.toArray(String[]::new));
    }
    return table.render();
  }

  private static String found(List<Outcome> group, Set<String> axes) {
    Outcome first = group.get(0);
    long trials = group.stream().mapToLong(o -> o.observations().size()).sum();
    long agreeing =
        group.stream()
            .flatMap(o -> o.observations().stream())
            .filter(o -> o.state() == first.state())
            .count();
    String points =
        group.stream()
            .map(o -> Axes.settings(o.point(), axes))
            .filter(p -> !p.isEmpty())
            .collect(Collectors.joining("; "));
    return "**"
        + first.state().name().toLowerCase(Locale.ROOT)
        + " "
        + agreeing
        + "/"
        + trials
        + "** "
        + Escape.markdown(first.signature())
        + (points.isEmpty() ? "" : "<br>" + Escape.markdown(points));
  }

  private static String effect(ResultRow row, String point) {
    if (row.headline().isEmpty()) {
      return "";
    }
    return Escape.markdown(Numbers.name(row.headline().get().measurement()))
        + (point.isEmpty() ? "" : ", " + Escape.markdown(point))
        + ": "
        + row.effectLines().stream().map(Escape::markdown).collect(Collectors.joining("<br>"));
  }
}
