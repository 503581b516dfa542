package dev.faultlab.report;

import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict table with one line per variant and signature, not per point, for documents. Points
 * with another outcome or expectation keep their own lines.
 */
final class CondensedTable {
  private CondensedTable() {}

  static Block of(RunResult result) {
    Set<String> axes = Axes.telling(result);
    Map<List<Object>, List<Outcome>> groups = new LinkedHashMap<>();
    for (Outcome o : result.outcomes()) {
      List<Object> key =
          List.of(o.point().variant(), o.signature(), o.expectation(), o.state(), o.judgement());
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(o);
    }
    boolean effects = !result.measurements().isEmpty();
    List<String> head =
        new ArrayList<>(List.of("Variant", "Expected", "Found", "Counts of one trial", "Outcome"));
    if (effects) {
      head.add(4, "Effect");
    }
    List<List<Text>> cells = new ArrayList<>();
    List<ResultRow> rows = ResultRow.of(result);
    for (List<Outcome> group : groups.values()) {
      Outcome first = group.get(0);
      ResultRow row = rows.get(result.outcomes().indexOf(first));
      List<Text> line = new ArrayList<>();
      line.add(Text.lines(Text.of(row.title()), Text.code(first.point().variant())));
      line.add(Text.of(first.expectation().toString()));
      line.add(found(group, axes));
      line.add(Text.of(first.reason()));
      if (effects) {
        line.add(effect(row, Axes.settings(first.point(), axes)));
      }
      boolean fine = first.judgement() == Judgement.AS_EXPECTED;
      String words = ResultRow.words(first.judgement());
      line.add(fine ? Text.of(words) : Text.strong(words));
      cells.add(line);
    }
    return Block.table(head, cells);
  }

  private static Text found(List<Outcome> group, Set<String> axes) {
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
    return Text.lines(
        Text.strong(ResultRow.words(first.state()) + " " + agreeing + "/" + trials)
            .and(" " + first.signature()),
        Text.NONE.and(points));
  }

  private static Text effect(ResultRow row, String point) {
    if (row.headline().isEmpty()) {
      return Text.NONE;
    }
    String name = Numbers.name(row.headline().get().measurement());
    String first = row.effectLines().get(0);
    return Text.lines(
        Stream.concat(
                Stream.of(name + (point.isEmpty() ? "" : ", " + point) + ": " + first),
                row.effectLines().stream().skip(1))
            .map(Text::of)
            .toList());
  }
}
