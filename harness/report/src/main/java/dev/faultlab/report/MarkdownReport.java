package dev.faultlab.report;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.lab.RunForm;
import dev.faultlab.result.Axes;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.Unit;
import dev.faultlab.signature.Observation;
import dev.faultlab.text.Escape;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code summary.md}: what a pull request or a ticket wants to show of a run. */
public final class MarkdownReport {
  /** The file's name in the folder of a run. */
  public static final String FILE = "summary.md";

  /** The text of the file. */
  public String render(RunResult result) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(Escape.markdown(result.lab() + ": " + result.title())).append("\n\n");
    text.append("**").append(ResultRow.words(result.verdict().judgement())).append("**, run ");
    text.append(Escape.markdownCode(result.runId()))
        .append(result.form() == RunForm.SHORT ? ", short form" : "")
        .append(".\n\n");
    result
        .verdict()
        .reasons()
        .forEach(r -> text.append("- ").append(Escape.markdownBlock(r)).append('\n'));
    text.append('\n').append(verdictTable(result));
    effects(text, result);
    measurements(text, result);
    obstacles(text, result);
    calibrations(text, result);
    ran(text, result);
    facts(text, result);
    failures(text, result);
    provenance(text, result);
    return text.toString();
  }

  private static String verdictTable(RunResult result) {
    MarkdownTable table =
        new MarkdownTable("Variant", "Expected", "Signature", "Found", "Effect", "Outcome");
    for (ResultRow row : ResultRow.of(result)) {
      table.row(
          MarkdownTable.code(row.name()) + "<br>" + Escape.markdown(row.title()),
          Escape.markdown(row.expected()),
          Escape.markdown(row.signature()),
          "**" + row.found() + "**<br>" + Escape.markdown(row.reason()),
          effect(row),
          row.judgement() == Judgement.AS_EXPECTED
              ? ResultRow.words(row.judgement())
              : "**" + ResultRow.words(row.judgement()) + "**");
    }
    return table.render();
  }

  private static String effect(ResultRow row) {
    return row.headline()
        .map(
            h ->
                Escape.markdown(Numbers.name(h.measurement()))
                    + ":<br>"
                    + row.effectLines().stream()
                        .map(Escape::markdown)
                        .collect(Collectors.joining("<br>")))
        .orElse("");
  }

  private static void effects(StringBuilder text, RunResult result) {
    if (result.effects().isEmpty()) {
      return;
    }
    text.append(
        "\n## Effects\n\nMedian with 95 % bootstrap interval; `~` where the sides cannot be");
    text.append(" told apart (Mann-Whitney U, 5 % level, at least ");
    text.append(Effect.MINIMUM_SAMPLES).append(" trials a side).\n\n");
    new MeasuredTrials(result.trials()).note().ifPresent(note -> text.append(note).append("\n\n"));
    MarkdownTable table =
        new MarkdownTable("Metric", "Fault", "Median", "Control", "Median", "Ratio", "p, n");
    for (Effect effect : result.effects()) {
      table.row(
          Escape.markdown(effect.metric() + Axes.suffix(effect.within())),
          MarkdownTable.code(result.name(effect.fault())),
          Escape.markdown(Numbers.show(effect.faultMedian(), Unit.of(result, effect.metric()))),
          MarkdownTable.code(result.name(effect.control())),
          Escape.markdown(Numbers.show(effect.controlMedian(), Unit.of(result, effect.metric()))),
          Escape.markdown(Numbers.ratio(effect)),
          Numbers.significance(effect));
    }
    text.append(table.render());
  }

  private static void measurements(StringBuilder text, RunResult result) {
    if (result.measurements().isEmpty()) {
      return;
    }
    text.append("\n## Measurements\n\n");
    MarkdownTable table = new MarkdownTable("Metric", "Point", "Median [95 %]", "n", "Samples");
    for (Measurement m : result.measurements()) {
      // The samples in the unit that stands beside their median.
      double factor = Unit.fitting(m.unit(), Math.abs(m.estimate().median())).factor();
      table.row(
          Escape.markdown(Numbers.name(m)),
          MarkdownTable.code(result.name(m.point())),
          Escape.markdown(Numbers.show(m.estimate(), m.unit())),
          String.valueOf(m.estimate().n()),
          m.samples().stream()
              .map(sample -> Numbers.show(factor * sample))
              .collect(Collectors.joining(" ")));
    }
    text.append(table.render());
  }

  private static void calibrations(StringBuilder text, RunResult result) {
    if (result.calibrations().isEmpty()) {
      return;
    }
    text.append("\n## Calibrations\n\n");
    MarkdownTable table =
        new MarkdownTable("What", "Stack", "Target", "Measured", "n", "Tolerance", "Within");
    for (RunResult.CalibrationResult c : result.calibrations()) {
      table.row(
          Escape.markdown(c.title()),
          Escape.markdown(c.stack()),
          Escape.markdown(Numbers.show(c.target()) + " " + c.unit()),
          Escape.markdown(Numbers.show(c.measured()) + " " + c.unit()),
          String.valueOf(c.samples()),
          Numbers.show(100 * c.tolerance()) + " %",
          c.within() ? "yes" : "**no**");
    }
    text.append(table.render());
  }

  /**
   * The first trial of each point whose trials agree, every trial of the others; all of them are in
   * result.json.
   */
  private static void facts(StringBuilder text, RunResult result) {
    if (result.outcomes().stream().allMatch(o -> o.observations().isEmpty())) {
      return;
    }
    text.append("\n## Facts\n\nWhat the outcomes rest on: the first trial of each point, every");
    text.append(" trial where the outcome is not as expected. `result.json` has all.\n\n");
    MarkdownTable table = new MarkdownTable("Point", "Trial", "Fact", "Value", "Where");
    for (Outcome outcome : result.outcomes()) {
      List<Observation> observations = outcome.observations();
      int shown = outcome.judgement() == Judgement.AS_EXPECTED ? 1 : observations.size();
      for (int i = 0; i < Math.min(shown, observations.size()); i++) {
        for (Fact<?> fact : observations.get(i).facts()) {
          table.row(
              MarkdownTable.code(result.name(outcome.point())),
              String.valueOf(result.trial(outcome.point(), i)),
              Escape.markdown(fact.name()),
              Escape.markdown(String.valueOf(fact.value())),
              Escape.markdownLink(fact.file(), Links.encoded(fact.file()))
                  + ", "
                  + Escape.markdown(fact.where()));
        }
      }
    }
    text.append(table.render());
  }

  private static void failures(StringBuilder text, RunResult result) {
    List<RunResult.TrialResult> failed =
        result.trials().stream().filter(t -> t.failure().isPresent()).toList();
    if (failed.isEmpty()) {
      return;
    }
    text.append("\n## Trials that were not carried out\n\n");
    failed.forEach(
        t ->
            text.append("- ")
                .append(MarkdownTable.code(result.name(t.point())))
                .append(" trial ")
                .append(t.index())
                .append(": ")
                .append(Escape.markdown(t.failure().orElse("")))
                .append('\n'));
  }

  private static void obstacles(StringBuilder text, RunResult result) {
    if (result.obstacles().isEmpty()) {
      return;
    }
    text.append("\n## Obstacles\n\nWhat makes the run undecidable as a whole.\n\n");
    MarkdownTable table = new MarkdownTable("Kind", "Of", "What");
    for (Obstacle o : result.obstacles()) {
      table.row(
          o.kind().name().toLowerCase(Locale.ROOT),
          Escape.markdown(o.subject()),
          Escape.markdown(o.message()));
    }
    text.append(table.render());
  }

  private static void ran(StringBuilder text, RunResult result) {
    WhatRan ran = WhatRan.of(result);
    if (ran.rows().isEmpty()) {
      return;
    }
    text.append("\n## What ran\n\nWhat the running components said of themselves.\n\n");
    List<String> head = new ArrayList<>(List.of("Stack"));
    head.addAll(ran.components());
    head.add("Points");
    MarkdownTable table = new MarkdownTable(head.toArray(String[]::new));
    for (WhatRan.Row row : ran.rows()) {
      List<String> cells = new ArrayList<>();
      cells.add(
          MarkdownTable.code(row.stack())
              + row.failure().map(f -> "<br>**did not start**: " + Escape.markdown(f)).orElse(""));
      row.said().forEach(said -> cells.add(Escape.markdown(said)));
      cells.add(row.points().stream().map(MarkdownTable::code).collect(Collectors.joining(" ")));
      table.row(cells.toArray(String[]::new));
    }
    text.append(table.render());
  }

  private static void provenance(StringBuilder text, RunResult result) {
    text.append("\n## Provenance\n\n");
    MarkdownTable table = new MarkdownTable("What", "Value");
    table.row("started", Escape.markdown(result.startedAt()));
    table.row("finished", Escape.markdown(result.finishedAt()));
    result
        .parameters()
        .forEach(
            (name, values) ->
                table.row(Escape.markdown("--" + name), Escape.markdown(Axes.list(values))));
    result
        .wallTime()
        .forEach((phase, s) -> table.row(Escape.markdown("time: " + phase), Numbers.duration(s)));
    result
        .provenance()
        .forEach((what, value) -> table.row(Escape.markdown(what), Escape.markdown(value)));
    text.append(table.render());
  }
}
