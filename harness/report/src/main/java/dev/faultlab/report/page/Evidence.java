package dev.faultlab.report.page;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Kind;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Signatures;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** For each point: the observations of every trial, with file and frame, and the capture drawn. */
record Evidence(TrialFiles files, CaptureCharts captures, Signatures signatures) {
  Block section(List<CellView> cells) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Text howToRead = Text.of("Every value links to the file that it is in. To see a frame: ");
    howToRead = howToRead.and(Style.CODE, "tshark -r FILE -Y 'frame.number == N' -V").and(".");
    blocks.add(new Block.Paragraph(Block.ParagraphRole.LEAD, howToRead));
    Map<String, List<CellView>> variants = new LinkedHashMap<>();
    cells.forEach(c -> variants.computeIfAbsent(c.variant(), v -> new ArrayList<>()).add(c));
    for (List<CellView> variant : variants.values()) {
      Text heading = Text.of(variant.get(0).variant()).and(" ");
      List<Block> cards = new ArrayList<>();
      for (CellView cell : variant) {
        cards.add(card(cell));
      }
      heading = heading.and(Style.SMALL, variant.get(0).title());
      blocks.add(new Block.Section(Block.Frame.PART, "", heading, true, cards));
    }
    return Block.part("evidence", "The evidence", blocks);
  }

  private Block card(CellView cell) throws IOException {
    Text summary = Text.of(Style.POINT, cell.name()).and(" ");
    for (Outcome outcome : cell.outcomes()) {
      summary = summary.and(ResultRow.badge(outcome)).and(" ");
      summary = summary.and(Style.MUTED, outcome.reason()).and(" ");
    }
    if (cell.outcomes().isEmpty()) {
      summary = summary.and(Style.MUTED, trials(cell.trials().size()) + ", only measured");
    }
    List<Block> blocks = new ArrayList<>();
    cell.outcomes().forEach(outcome -> blocks.add(facts(outcome, cell.trials())));
    blocks.addAll(captures.figures(cell));
    blocks.add(new Block.Paragraph(Block.ParagraphRole.FILES, files(cell)));
    String id = HtmlRenderer.id("cell-" + cell.name());
    return new Block.Section(Block.Frame.CARD, id, summary, !cell.asExpected(), blocks);
  }

  private Block facts(Outcome outcome, List<TrialRecord> trials) {
    Map<String, String> names = new LinkedHashMap<>();
    Set<String> decided = new HashSet<>();
    for (Observation observation : outcome.observations()) {
      observation.facts().forEach(f -> names.putIfAbsent(f.id(), f.name()));
      decided.addAll(signatures.decidedBy(observation));
    }
    List<Text> header = new ArrayList<>(List.of(Text.of(outcome.signature()), Text.of("found")));
    names.forEach(
        (id, name) ->
            header.add(
                decided.contains(id)
                    ? Text.of(name + " ").and(Style.DECIDES, "decides")
                    : Text.of(name)));
    List<List<Text>> rows = new ArrayList<>();
    for (int i = 0; i < outcome.observations().size(); i++) {
      Observation one = outcome.observations().get(i);
      Set<String> decisive = signatures.decidedBy(one);
      List<Text> row = new ArrayList<>();
      row.add(Text.of("trial " + RunResult.number(trials, i)));
      row.add(Text.hint(Style.PLAIN, one.state().words() + " (" + one.code() + ")", one.reason()));
      Map<String, Fact<?>> facts = new HashMap<>();
      one.facts().forEach(fact -> facts.putIfAbsent(fact.id(), fact));
      for (String id : names.keySet()) {
        Style style = decisive.contains(id) ? Style.STRONG : Style.PLAIN;
        row.add(facts.containsKey(id) ? fact(facts.get(id), style) : Text.NONE);
      }
      rows.add(row);
    }
    return new Block.Table(Kind.PLAIN, Text.NONE, header, rows);
  }

  private Text fact(Fact<?> fact, Style style) {
    return files
        .link(fact.file(), style, String.valueOf(fact.value()))
        .and(" ")
        .and(Style.SMALL, fact.where());
  }

  private Text files(CellView cell) throws IOException {
    List<Text> parts = new ArrayList<>();
    int without = 0;
    for (TrialRecord trial : cell.trials()) {
      List<String> existing = files.of(trial);
      if (existing.isEmpty() && trial.failure().isEmpty()) {
        without++;
        continue;
      }
      parts.add(Text.of(Style.MUTED, "trial " + trial.index() + ": "));
      for (String file : existing) {
        String name = file.substring(trial.folder().length() + 1);
        parts.add(files.evidence(file, Style.PLAIN, name).and(" "));
      }
      trial.failure().ifPresent(f -> parts.add(Text.of("not carried out: " + f + " ")));
    }
    String missing = without == 0 ? "" : "files of " + trials(without) + " are not here";
    return Text.joined(Text.NONE, parts).and(Style.MUTED, missing);
  }

  private static String trials(int n) {
    return n == 1 ? "1 trial" : n + " trials";
  }
}
