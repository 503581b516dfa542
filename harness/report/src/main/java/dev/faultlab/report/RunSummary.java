package dev.faultlab.report;

import dev.faultlab.cure.CureLists;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The end of a run on a screen: a row per variant, or several where its points differ, the measured
 * pair, and the verdict.
 */
final class RunSummary {
  /** Lines of a screen that also shows the command and the prompt. */
  private static final int MAX_LINES = 25;

  private static final int MAX_REASONS = 3;
  private static final int MAX_FIXES = 2;
  private static final int MAX_REASON_LENGTH = 180;

  private final RunResult result;
  private final Document.Head head;
  private final List<Row> rows;
  private final FoundFixes fixes;

  /**
   * Points of a variant that agree, with all their signatures.
   *
   * @param worst their outcomes with the worst judgement
   */
  private record Row(String name, Judgement judgement, List<Outcome> worst) {
    static Row of(String name, List<Outcome> outcomes) {
      Judgement worst =
          List.of(Judgement.CONTRADICTED, Judgement.INCONCLUSIVE, Judgement.AS_EXPECTED).stream()
              .filter(j -> outcomes.stream().anyMatch(o -> o.judgement() == j))
              .findFirst()
              .orElseThrow();
      return new Row(name, worst, outcomes.stream().filter(o -> o.judgement() == worst).toList());
    }

    boolean isAsExpected() {
      return judgement == Judgement.AS_EXPECTED;
    }

    /** Counts of all trials at these points, e.g. {@code lost-window-scale present 15/15}. */
    private Text sameFindings() {
      // Beside a fault that is there, an absent signature must not come first.
      List<String> signatures =
          worst.stream()
              .sorted(Comparator.comparing(outcome -> !outcome.counts().containsKey(State.PRESENT)))
              .map(Outcome::signature)
              .distinct()
              .toList();
      String shown = signatures.get(0);
      Map<State, Integer> counts = new EnumMap<>(State.class);
      worst.stream()
          .filter(outcome -> outcome.signature().equals(shown))
          .flatMap(outcome -> outcome.observations().stream())
          .forEach(seen -> counts.merge(seen.state(), 1, Integer::sum));
      int trials = counts.values().stream().mapToInt(Integer::intValue).sum();
      String found = trials == 0 ? "no trial" : ResultRow.found(counts, trials);
      int more = signatures.size() - 1;
      return Text.of(shown + " ")
          .and(Style.STRONG, found)
          .and(more == 0 ? "" : ", +" + more + " more");
    }

    List<Text> cells() {
      boolean present = worst.stream().anyMatch(o -> o.state() == State.PRESENT);
      Text outcome =
          isAsExpected() && present
              ? Text.badge(Tone.FOUND, "fault, as expected")
              : ResultRow.badge(judgement, present ? State.PRESENT : State.ABSENT);
      return List.of(Text.of(name), sameFindings(), outcome);
    }
  }

  RunSummary(RunResult result, CureLists cures) {
    this.fixes = new FoundFixes(result, cures);
    this.result = result;
    this.head = new RunReport(result).head();
    this.rows =
        result.outcomes().stream()
            .collect(
                Collectors.groupingBy(
                    o -> o.point().variant(),
                    LinkedHashMap::new,
                    Collectors.groupingBy(Outcome::point, LinkedHashMap::new, Collectors.toList())))
            .values()
            .stream()
            .flatMap(RunSummary::rows)
            .toList();
  }

  /** One row for all points of a variant, if they agree. */
  private static Stream<Row> rows(Map<Point, List<Outcome>> variant) {
    Map<List<Object>, List<Point>> agreeing =
        variant.keySet().stream()
            .collect(
                Collectors.groupingBy(
                    point -> keyOf(variant.get(point)), LinkedHashMap::new, Collectors.toList()));
    Set<String> axes = Projection.varying(variant.keySet());
    return agreeing.values().stream()
        .flatMap(group -> isWhole(group, axes) ? Stream.of(group) : group.stream().map(List::of))
        .map(
            points ->
                Row.of(
                    name(points, variant.keySet(), axes),
                    points.stream().flatMap(point -> variant.get(point).stream()).toList()));
  }

  private static List<Object> keyOf(List<Outcome> outcomes) {
    return outcomes.stream()
        .<Object>map(o -> List.of(o.signature(), o.judgement(), o.counts().keySet()))
        .toList();
  }

  /** Whether these are all points with these values, so that the values name them. */
  private static boolean isWhole(List<Point> points, Set<String> axes) {
    return points.size()
        == axes.stream()
            .mapToInt(axis -> Math.max(1, Projection.values(axis, points).size()))
            .reduce(1, Math::multiplyExact);
  }

  /** The variant, with the axes on which these points differ from the others. */
  private static String name(List<Point> points, Set<Point> allPoints, Set<String> axes) {
    return Stream.concat(
            Stream.of(points.get(0).variant()),
            axes.stream()
                .filter(axis -> !values(axis, points).equals(values(axis, allPoints)))
                .map(axis -> axis + " " + values(axis, points)))
        .collect(Collectors.joining(", "));
  }

  private static String values(String axis, Collection<Point> points) {
    Set<Value> values = Projection.values(axis, points);
    return Value.text(values.isEmpty() ? Set.of(Value.NONE) : values);
  }

  /**
   * Renders the summary with as many rows as fit.
   *
   * @param files where the other formats of the report are
   */
  String render(Screen screen, List<String> files) {
    String text = "";
    for (int max = Math.min(rows.size(), MAX_LINES); max >= 0; max--) {
      text = new TerminalRenderer(screen, false, files).render(document(max));
      if (text.lines().count() <= MAX_LINES) {
        break;
      }
    }
    return text;
  }

  /**
   * The document with some of the rows.
   *
   * @param max how many; those that are not as expected come first if not all are shown
   */
  Document document(int max) {
    List<Row> shown =
        max == rows.size()
            ? rows
            : rows.stream().sorted(Comparator.comparing(Row::isAsExpected)).limit(max).toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Block.table(
            List.of("variant", "found", "outcome"), shown.stream().map(Row::cells).toList()));
    if (shown.size() < rows.size()) {
      boolean fine = rows.stream().filter(row -> !row.isAsExpected()).allMatch(shown::contains);
      String rest = "and " + (rows.size() - shown.size()) + " more rows";
      blocks.add(Block.paragraph(rest + (fine ? ", all as expected" : "")));
    }
    ResultRow.excluded(result).stream().limit(1).map(Block::paragraph).forEach(blocks::add);
    measured().ifPresent(blocks::add);
    fixes.lines().stream().limit(MAX_FIXES).map(Block::paragraph).forEach(blocks::add);
    if (!result.versions().isEmpty()) {
      blocks.add(Block.paragraph("Exact versions: " + result.versions() + "."));
    }
    return new Document(head(), blocks);
  }

  /** The first fault that was measured against a control. */
  private Optional<Block> measured() {
    MeasuredTrials measured = new MeasuredTrials(result.trials());
    return ResultRow.of(result).stream()
        .flatMap(row -> row.headline().stream())
        .filter(headline -> headline.effect().isPresent())
        .filter(headline -> !measured.shared(headline.measurement().point()))
        .findFirst()
        .map(headline -> comparisonBlock(headline.measurement(), headline.effect().orElseThrow()));
  }

  private Block comparisonBlock(Measurement measurement, Effect effect) {
    return Block.paragraph(
        "Measured: %s%s, %s at %s, %s at %s; ratio %s (%s)"
            .formatted(
                measurement.title(),
                Numbers.load(measurement.within()),
                Numbers.show(effect.faultMedian(), measurement.unit()),
                result.name(effect.fault()),
                Numbers.show(effect.controlMedian(), measurement.unit()),
                result.name(effect.control()),
                Numbers.ratio(effect),
                Numbers.significance(effect)));
  }

  private Document.Head head() {
    List<String> all = head.tone() == Tone.GOOD ? List.of() : head.reasons();
    List<String> reasons =
        new ArrayList<>(all.stream().limit(MAX_REASONS).map(RunSummary::brief).toList());
    if (all.size() > MAX_REASONS) {
      reasons.add((all.size() - MAX_REASONS) + " more; --verbose shows all");
    }
    return head.with(reasons);
  }

  /** Its beginning and its end, where a program's error is named. */
  private static String brief(String reason) {
    String line = reason.strip().lines().collect(Collectors.joining("; "));
    int half = MAX_REASON_LENGTH / 2;
    boolean fits = line.length() <= MAX_REASON_LENGTH;
    return fits ? line : line.substring(0, half) + " ... " + line.substring(line.length() - half);
  }
}
