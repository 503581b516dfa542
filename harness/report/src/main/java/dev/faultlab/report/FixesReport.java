package dev.faultlab.report;

import dev.faultlab.cure.CureResults;
import dev.faultlab.cure.CureTable;
import dev.faultlab.cure.Effectiveness;
import dev.faultlab.cure.FixPage;
import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Lab;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fixes of a lab: one table, then each in full. */
public final class FixesReport {
  private FixesReport() {}

  /** The fixes with the findings of runs. */
  public static Document of(CureTable cures) {
    List<Block> blocks = new ArrayList<>();
    if (cures.shown().isEmpty()) {
      blocks.add(Block.paragraph("No run has shown these fixes here yet."));
    }
    cures.shown().forEach(run -> blocks.add(Block.paragraph(source(run))));
    blocks.add(
        Block.part(
            "",
            "Fixes",
            Block.table(
                List.of("fix", "what the run shows", "restart", "applies to"),
                cures.cures().stream()
                    .map(
                        results ->
                            Block.row(
                                results.cure().id(),
                                help(results),
                                results.cure().restart(),
                                results.cure().applies()))
                    .toList())));
    cures.cures().forEach(results -> blocks.add(card(results)));
    return new Document(Document.Head.of(cures.lab(), cures.title()), blocks);
  }

  /** What a lab's page says, for faults without a fix that a run has tried. */
  public static Document of(Lab lab, List<FixPage.Step> steps) {
    List<List<Text>> rows = steps.stream().map(one -> Block.row(one.where(), one.what())).toList();
    return new Document(
        Document.Head.of(lab.name(), lab.title()),
        List.of(
            rows.isEmpty()
                ? Block.paragraph("Its page says nothing yet: the table 'What to do' is missing.")
                : Block.table(Block.Kind.PAIRS, List.of(), rows),
            Block.paragraph("More: README.md of lab " + lab.name())));
  }

  /** Every fault in one line. */
  public static Document index(List<List<String>> rows) {
    return new Document(
        Document.Head.of("", ""),
        List.of(
            Block.table(
                List.of("lab", "fault", "fix"),
                rows.stream().map(row -> Block.row(row.toArray(String[]::new))).toList()),
            Block.paragraph("./faultlab fixes LAB, or a fault: how to apply, verify and undo.")));
  }

  private static String source(RunResult shown) {
    String load = shown.provenance().getOrDefault("load average", "");
    String commit = shown.provenance().getOrDefault("commit", "unknown");
    return "Run %s (results/reference or results/), commit %s".formatted(shown.runId(), commit)
        + (load.isEmpty() ? "" : "; load average at its start " + load);
  }

  /** Of a fix that leaves the fault there, also a metric that it changes. */
  private static String help(CureResults results) {
    return results.prices().stream()
        .filter(price -> results.help() == Effectiveness.DOES_NOT_HELP && price.differs())
        .findFirst()
        .map(price -> "the fault stays; " + price(price))
        .orElse(results.help().words());
  }

  private static Block card(CureResults results) {
    List<List<Text>> fields = new ArrayList<>();
    results.cure().apply().forEach(line -> fields.add(Block.row("apply", line)));
    fields.add(Block.row("undo", results.cure().undo()));
    fields.add(Block.row("verify", results.cure().check()));
    boolean helps = results.help() != Effectiveness.DOES_NOT_HELP;
    fields.add(Block.row(helps ? "why" : "why not", results.cure().why()));
    evidence(results.proofs()).forEach((what, at) -> fields.add(Block.row("evidence", what + at)));
    results.prices().forEach(price -> fields.add(Block.row("metric", price(price))));
    Text heading = Text.of(results.cure().id() + ": " + results.cure().title());
    List<Block> table = List.of(Block.table(Block.Kind.PAIRS, List.of(), fields));
    return new Block.Section(Block.Frame.CARD, "", heading, true, table);
  }

  /** Points with the same finding share a line. */
  private static Map<String, String> evidence(List<CureResults.Proof> proofs) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (CureResults.Proof proof : proofs) {
      Outcome with = proof.with();
      String without = proof.without().map(o -> ", without it " + o.state().words()).orElse("");
      String what =
          "%s %s%s%s, n = %d at "
              .formatted(
                  with.signature(),
                  with.state().words(),
                  with.code().map(code -> " (" + code + ")").orElse(""),
                  without,
                  with.observations().size());
      lines.merge(what, withoutCure(with.point()), (a, b) -> a + "; " + b);
    }
    return lines;
  }

  private static String price(CureResults.Price price) {
    Measurement with = price.with();
    String unit = with.unit();
    String without =
        price.without().map(m -> ", without it " + Numbers.show(m.estimate(), unit)).orElse("");
    return "%s %s%s, n = %d at %s"
        .formatted(
            with.title(),
            Numbers.show(with.estimate(), unit),
            without,
            with.estimate().n(),
            withoutCure(with.place()));
  }

  private static String withoutCure(Point point) {
    return point.without(Set.of(Cure.AXIS)).words();
  }
}
