package dev.faultlab.report;

import dev.faultlab.point.Value;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Metrics along an axis, as a document. */
public final class MetricTableReport {
  private MetricTableReport() {}

  /** One table per metric. */
  public static Document of(String axis, List<MetricTable> tables) {
    List<Block> blocks = new ArrayList<>(tables.stream().map(t -> table(axis, t)).toList());
    blocks.add(
        Block.paragraph(
            "Medians with 95 % intervals, and the ratio to the first column; ~ where the two"
                + " cannot be told apart (Mann-Whitney U, 5 % level, at least 5 trials a side)."));
    if (tables.stream().anyMatch(MetricTableReport::hasTwoMachines)) {
      blocks.add(
          Block.paragraph(
              "No ratio where the two were, or may have been, on two classes of machine."));
    }
    return new Document(Document.Head.of("", ""), blocks);
  }

  /** Whether a cell has no ratio although the first column has a value. */
  private static boolean hasTwoMachines(MetricTable table) {
    Value first = table.columns().get(0);
    return table.rows().stream()
        .map(MetricTable.Row::cells)
        .filter(cells -> cells.containsKey(first))
        .flatMap(cells -> cells.entrySet().stream())
        .anyMatch(cell -> !cell.getKey().equals(first) && cell.getValue().against().isEmpty());
  }

  private static Block table(String axis, MetricTable table) {
    List<Text> head = new ArrayList<>(List.of(Text.NONE));
    table.columns().forEach(value -> head.add(Text.of(axis + " " + value)));
    List<List<Text>> rows = new ArrayList<>();
    for (MetricTable.Row row : table.rows()) {
      List<Text> cells = new ArrayList<>(List.of(Text.of(row.name())));
      table.columns().stream()
          .map(value -> cell(Optional.ofNullable(row.cells().get(value))))
          .forEach(cells::add);
      rows.add(cells);
    }
    String better = table.metric().higherIsBetter() ? ", more is better" : ", less is better";
    Text caption = Text.of(table.metric().metric() + ": " + table.metric().title() + better);
    return new Block.Table(Block.Look.PLAIN, caption, head, rows);
  }

  private static Text cell(Optional<MetricTable.Cell> cell) {
    return cell.map(
            c ->
                Text.lines(
                    Text.of(Numbers.show(c.measured().estimate(), c.measured().unit())),
                    c.against()
                        .map(e -> Numbers.ratio(e) + " (" + Numbers.significance(e) + ")")
                        .map(Text::of)
                        .orElse(Text.NONE)))
        .orElse(Text.of("-"));
  }
}
