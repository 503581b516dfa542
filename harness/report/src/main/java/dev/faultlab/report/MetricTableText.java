package dev.faultlab.report;

import dev.faultlab.point.Value;
import dev.faultlab.result.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Metrics along an axis, on a terminal. */
public final class MetricTableText {
  private final Screen screen;

  public MetricTableText(Screen screen) {
    this.screen = screen;
  }

  /** Renders. */
  public String render(String axis, List<MetricTable> tables) {
    List<String> lines = new ArrayList<>();
    for (MetricTable table : tables) {
      String better = table.metric().higherIsBetter() ? ", more is better" : ", less is better";
      String head = table.metric().metric() + ": " + table.metric().title() + better;
      lines.addAll(TextTable.wrap(head, screen.width()));
      lines.addAll(body(axis, table).lines(screen.width()));
      lines.add("");
    }
    lines.add("Medians with 95 % intervals, and the ratio to the first column; ~ where the two");
    lines.add("cannot be told apart (Mann-Whitney U, 5 % level, at least 5 trials a side).");
    if (tables.stream().anyMatch(MetricTableText::hasTwoMachines)) {
      lines.add("No ratio where the two were, or may have been, on two classes of machine.");
    }
    return String.join("\n", lines) + "\n";
  }

  /** Whether a cell stands against nothing although the first column has something. */
  private static boolean hasTwoMachines(MetricTable table) {
    Value first = table.columns().get(0);
    return table.rows().stream()
        .map(MetricTable.Row::cells)
        .filter(cells -> cells.containsKey(first))
        .flatMap(cells -> cells.entrySet().stream())
        .anyMatch(cell -> !cell.getKey().equals(first) && cell.getValue().against().isEmpty());
  }

  private static TextTable body(String axis, MetricTable table) {
    List<String> head = new ArrayList<>(List.of(""));
    table.columns().forEach(value -> head.add(axis + " " + value));
    TextTable text = new TextTable(head.toArray(String[]::new));
    for (MetricTable.Row row : table.rows()) {
      List<List<String>> cells = new ArrayList<>(List.of(List.of(row.name())));
      table
          .columns()
          .forEach(value -> cells.add(cell(Optional.ofNullable(row.cells().get(value)))));
      text.row(cells);
    }
    return text;
  }

  private static List<String> cell(Optional<MetricTable.Cell> cell) {
    if (cell.isEmpty()) {
      return List.of("-");
    }
    List<String> lines = new ArrayList<>();
    lines.add(Numbers.show(cell.get().measured().estimate(), cell.get().measured().unit()));
    cell.get()
        .against()
        .ifPresent(e -> lines.add(Numbers.ratio(e) + " (" + Numbers.significance(e) + ")"));
    return lines;
  }
}
