package dev.faultlab.report;

import dev.faultlab.cure.CureLists;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.RunForm;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Kind;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.report.page.PowerChart;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.report.page.RunPictures;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.Unit;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A run as a document: for a terminal, for Markdown, for JUnit, and with pictures for a page. */
public final class RunReport {
  private final RunResult result;
  private final List<ResultRow> rows;
  private final RunConditions conditions;
  private final FoundFixes fixes;

  /** A report without fixes. */
  public RunReport(RunResult result) {
    this(result, FoundFixes.NONE);
  }

  RunReport(RunResult result, CureLists cures) {
    this.fixes = new FoundFixes(result, cures);
    this.result = result;
    this.rows = ResultRow.of(result);
    this.conditions = new RunConditions(result);
  }

  /** Tables and text, for a pull request or a ticket. */
  public Document summary() {
    List<Block> blocks = new ArrayList<>();
    List<Block> table = List.of(verdicts(false), Block.bullets(ResultRow.excluded(result)));
    blocks.add(Block.fold("table", "Expected and found", false, table));
    fixes.lines().forEach(line -> blocks.add(Block.paragraph(line)));
    blocks.add(Block.fold("effects", "What it costs", false, costs()));
    blocks.add(Block.fold("facts", "Facts", false, facts()));
    blocks.addAll(conditions.sections(Optional.empty()));
    return new Document(head(), blocks, new RunChecks(result).all(fixes));
  }

  /**
   * The page for people: the conclusion in one sentence, the picture that shows it, and then the
   * rest, folded unless something in it is not as expected.
   *
   * @param run folder of the run; missing evidence files are left out
   * @param at folder of the page
   * @param links names of a committed result's file and of the archive of its evidence, if the page
   *     is beside them; else empty
   */
  public Document page(Path run, Path at, List<String> links) throws IOException {
    RunPictures pictures = RunPictures.of(result, run);
    List<Block> blocks = new ArrayList<>();
    blocks.add(Block.part("picture", "In one picture", pictures.faultBesideControl()));
    boolean open = result.verdict().judgement() != Judgement.AS_EXPECTED;
    Block excluded = Block.bullets(ResultRow.excluded(result));
    List<Block> table = List.of(verdicts(true), excluded, PowerChart.of(result));
    blocks.add(Block.fold("table", "Expected and found", open, table));
    blocks.add(Block.part("fixes", "What to do", fixes.linked(at)));
    List<Block> costs = new ArrayList<>(pictures.effects());
    costs.addAll(costs());
    blocks.add(Block.fold("effects", "What it costs", false, costs));
    blocks.add(pictures.evidence());
    blocks.addAll(conditions.sections(Optional.of(source(links))));
    return new Document(head(), blocks, new RunChecks(result).all(fixes));
  }

  Document.Head head() {
    Judgement judgement = result.verdict().judgement();
    return new Document.Head(
        result.lab(),
        result.title(),
        ResultRow.tone(judgement),
        ResultRow.words(judgement),
        ResultRow.sentence(judgement),
        result.verdict().reasons(),
        about());
  }

  /** Identifies the run. */
  private Text about() {
    long failed = result.trials().stream().filter(t -> t.failure().isPresent()).count();
    double images = result.wallTime().getOrDefault("images", 0.0);
    return Text.of("Run ")
        .and(Style.CODE, result.runId())
        .and(", " + result.trials().size() + " trials")
        .and(failed == 0 ? "" : ", " + failed + " not carried out")
        .and(", " + Numbers.duration(result.seconds()))
        .and(images * 4 < result.seconds() ? "" : ", " + Numbers.duration(images) + " of it images")
        .and(result.form() == RunForm.SHORT ? ", short form" : "");
  }

  Block verdicts(boolean linked) {
    boolean hasEffects = rows.stream().anyMatch(row -> row.headline().isPresent());
    List<String> header = new ArrayList<>(List.of("Variant", "Expected", "Found", "Outcome"));
    if (hasEffects) {
      header.add(3, "Effect");
    }
    List<List<Text>> cells = new ArrayList<>();
    for (ResultRow row : rows) {
      Outcome outcome = row.outcome();
      String address = linked ? "#" + HtmlRenderer.id("cell-" + row.name()) : "";
      List<Text> line = new ArrayList<>();
      line.add(Text.lines(Text.link(Style.POINT, row.name(), address), Text.of(row.title())));
      line.add(Text.of(outcome.expectation().toString()));
      line.add(
          Text.lines(
              Text.strong(row.found()).and(" ").and(Style.MUTED, outcome.signature()),
              Text.of(outcome.reason() + ResultRow.exposure(outcome))));
      if (hasEffects) {
        line.add(row.effect());
      }
      line.add(ResultRow.badge(outcome));
      cells.add(line);
    }
    return Block.table(Kind.VERDICTS, header, cells);
  }

  private List<Block> costs() {
    List<Block> blocks = new ArrayList<>();
    if (result.measurements().isEmpty()) {
      return blocks;
    }
    if (!result.effects().isEmpty()) {
      blocks.add(
          Block.lead(
              "Median with 95 % bootstrap interval; ~ where the sides cannot be told apart"
                  + " (Mann-Whitney U, 5 % level, at least "
                  + Effect.MINIMUM_SAMPLES
                  + " trials a side)."));
      blocks.add(Block.details("The ratios as a table", effects()));
    }
    new MeasuredTrials(result.trials()).note().map(Block::muted).ifPresent(blocks::add);
    blocks.add(Block.details("All measurements as a table", measurements(true)));
    return blocks;
  }

  private Block effects() {
    Map<String, String> unit =
        result.measurements().stream()
            .collect(Collectors.toMap(Measurement::metric, Measurement::unit, (one, more) -> one));
    return Block.table(
        List.of("Metric", "Fault", "Median", "Control", "Median", "Ratio", "p, n"),
        result.effects().stream()
            .map(
                e ->
                    List.of(
                        Text.of(e.metric() + Numbers.load(e.within())),
                        Text.code(result.name(e.fault())),
                        Text.of(Numbers.show(e.faultMedian(), unit.getOrDefault(e.metric(), ""))),
                        Text.code(result.name(e.control())),
                        Text.of(Numbers.show(e.controlMedian(), unit.getOrDefault(e.metric(), ""))),
                        Text.strong(Numbers.ratio(e)),
                        Text.of(Numbers.significance(e))))
            .toList());
  }

  /**
   * Every metric at every point.
   *
   * @param samples whether with those of each trial
   */
  Block measurements(boolean samples) {
    int columns = samples ? 5 : 4;
    List<List<Text>> cells = new ArrayList<>();
    for (Measurement m : result.measurements()) {
      Text n = Text.of(String.valueOf(m.estimate().n()));
      Text median = Text.of(Numbers.show(m.estimate(), m.unit()));
      Text point = Text.code(result.name(m.point()));
      Text name = Text.of(Numbers.name(m));
      cells.add(List.of(name, point, median, n, Text.of(samples(m))).subList(0, columns));
    }
    List<String> header = List.of("Metric", "Point", "Median [95 %]", "n", "Samples");
    return Block.table(header.subList(0, columns), cells);
  }

  /** The samples in the unit of their median. */
  private static String samples(Measurement m) {
    double factor = Unit.fitting(m.unit(), Math.abs(m.estimate().median())).factor();
    return m.samples().stream()
        .map(sample -> Numbers.show(factor * sample))
        .collect(Collectors.joining(" "));
  }

  /** The first trial of each point whose trials agree; every trial of the others. */
  private List<Block> facts() {
    List<List<Text>> cells = new ArrayList<>();
    for (Outcome outcome : result.outcomes()) {
      List<Observation> observations = outcome.observations();
      List<TrialRecord> trials = result.trials(outcome.point());
      int shown = outcome.judgement() == Judgement.AS_EXPECTED ? 1 : observations.size();
      for (int i = 0; i < Math.min(shown, observations.size()); i++) {
        for (Fact<?> fact : observations.get(i).facts()) {
          cells.add(
              List.of(
                  Text.code(result.name(outcome.point())),
                  Text.of(String.valueOf(RunResult.number(trials, i))),
                  Text.of(fact.name()),
                  Text.of(String.valueOf(fact.value())),
                  Text.link(Style.PLAIN, fact.file(), Links.encoded(fact.file()))
                      .and(", " + fact.where())));
        }
      }
    }
    return List.of(
        Block.lead(
            "What the outcomes rest on: the first trial of each point, every trial where the"
                + " outcome is not as expected. result.json has all."),
        Block.table(List.of("Point", "Trial", "Fact", "Value", "Where"), cells));
  }

  private static Block source(List<String> links) {
    Text text = Text.of("Everything on this page is in ");
    if (!links.isEmpty()) {
      text = text.and(file(links.get(0), links.get(0)));
      for (String archive : links.subList(1, links.size())) {
        text = text.and(", the evidence in ").and(file(archive, archive));
      }
    } else {
      text = text.and(file("result.json", "result.json")).and(" and the evidence beside it; also ");
      text = text.and(file(Reports.JUNIT, Reports.JUNIT)).and(", ");
      text = text.and(file(Reports.SUMMARY, Reports.SUMMARY));
    }
    return new Block.Paragraph(Block.ParagraphRole.BODY, text.and("."));
  }

  private static Text file(String path, String words) {
    return Text.link(Style.PLAIN, words, Links.encoded(path));
  }
}
