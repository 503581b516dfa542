package dev.faultlab.report;

import static dev.faultlab.report.document.Block.row;

import dev.faultlab.point.Value;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Kind;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.StackResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The conditions of a run: versions, calibrations, time, provenance. */
record RunConditions(RunResult result) {
  /**
   * Two sections.
   *
   * @param source file with all conditions
   */
  List<Block> sections(Optional<Block> source) {
    List<Block> conditions = new ArrayList<>();
    part(
        conditions,
        "Obstacles",
        "What makes the whole run inconclusive.",
        List.of("Kind", "Of", "What"),
        result.obstacles().stream()
            .map(o -> row(o.kind().name().toLowerCase(Locale.ROOT), o.subject(), o.message()))
            .toList());
    ran(conditions);
    part(
        conditions,
        "Calibrations",
        "What was set, and what was measured before the trials.",
        List.of("What", "Stack", "Set", "Measured", "n", "Tolerance", "Within"),
        result.calibrations().stream().map(RunConditions::calibration).toList());
    conditions.add(Block.part("", "Trials that were not carried out", failures()));
    List<Block> provenance = new ArrayList<>();
    provenance.add(new Block.Grid(List.of(run(), pairs(result.provenance()))));
    source.ifPresent(provenance::add);
    return List.of(
        Block.fold("conditions", "Conditions", !result.obstacles().isEmpty(), conditions),
        Block.fold("provenance", "Provenance", false, provenance));
  }

  private static void part(
      List<Block> blocks, String title, String lead, List<String> header, List<List<Text>> rows) {
    blocks.add(Block.part("", title, Block.lead(lead), Block.table(header, rows)));
  }

  /** The versions that every point really ran with, reported by the components. */
  private void ran(List<Block> conditions) {
    Set<String> components = new LinkedHashSet<>();
    result.stacks().forEach(stack -> components.addAll(stack.ran().keySet()));
    List<String> names = new ArrayList<>(List.of("Stack"));
    names.addAll(components);
    names.add("Points");
    Map<String, List<Text>> points =
        result.points().stream()
            .filter(point -> point.stack().isPresent())
            .collect(
                Collectors.groupingBy(
                    point -> point.stack().get(),
                    Collectors.mapping(point -> Text.code(point.id()), Collectors.toList())));
    List<List<Text>> rows = new ArrayList<>();
    for (StackResult stack : result.stacks()) {
      if (components.isEmpty() && stack.failure().isEmpty()) {
        continue;
      }
      Text failure =
          stack.failure().map(f -> Text.strong("did not start").and(": " + f)).orElse(Text.NONE);
      List<Text> cells = new ArrayList<>(List.of(Text.lines(Text.code(stack.name()), failure)));
      components.forEach(c -> cells.add(Text.of(stack.ran().getOrDefault(c, "").strip())));
      cells.add(Text.joined(Text.of(" "), points.getOrDefault(stack.name(), List.of())));
      rows.add(cells);
    }
    part(conditions, "What ran", "The versions that the running components reported.", names, rows);
  }

  private static List<Text> calibration(CalibrationResult c) {
    return List.of(
        Text.of(c.title()),
        Text.of(c.stack()),
        Text.of(Numbers.show(c.target()) + " " + c.unit()),
        Text.strong(Numbers.show(c.measured()) + " " + c.unit()),
        Text.of(String.valueOf(c.samples())),
        Text.of(Numbers.show(100 * c.tolerance()) + " %"),
        c.within() ? Text.badge(Tone.GOOD, "yes") : Text.badge(Tone.BAD, "no"));
  }

  private Block failures() {
    return new Block.Bullets(
        result.trials().stream()
            .filter(t -> t.failure().isPresent())
            .map(
                t ->
                    Text.code(result.name(t.point()))
                        .and(" trial " + t.index() + ": " + t.failure().get()))
            .toList());
  }

  private Block run() {
    List<List<Text>> rows = new ArrayList<>();
    rows.add(row("run", result.runId()));
    rows.add(row("started", Numbers.instant(result.startedAt())));
    rows.add(row("finished", Numbers.instant(result.finishedAt())));
    result.parameters().forEach((name, values) -> rows.add(row("--" + name, Value.text(values))));
    return Block.table(Kind.PAIRS, List.of(), rows);
  }

  private static Block pairs(Map<String, String> values) {
    Stream<Map.Entry<String, String>> entries = values.entrySet().stream();
    return Block.table(
        Kind.PAIRS, List.of(), entries.map(e -> row(e.getKey(), e.getValue())).toList());
  }
}
