package dev.faultlab.report.page;

import dev.faultlab.effect.Bound;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.Lab;
import dev.faultlab.point.Point;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One line of the verdict table, the same in every format.
 *
 * @param name of the point
 * @param title of the variant
 * @param headline its cost; only on a point's first line
 * @param effect the cost in words, for a cell
 */
public record ResultRow(
    Outcome outcome, String name, String title, Optional<Headline> headline, Text effect) {

  /** The lines of a run in the order of its outcomes. */
  public static List<ResultRow> of(RunResult result) {
    List<ResultRow> rows = new ArrayList<>();
    Set<Point> points = new HashSet<>();
    MeasuredTrials measured = new MeasuredTrials(result.trials());
    Map<Point, List<Effect>> known = new HashMap<>();
    for (Effect effect : result.effects()) {
      Stream.of(effect.fault(), effect.control())
          .distinct()
          .forEach(p -> known.computeIfAbsent(p, side -> new ArrayList<>()).add(effect));
    }
    for (Outcome outcome : result.outcomes()) {
      Point point = outcome.point();
      Optional<Headline> headline =
          points.add(point)
              ? Headline.of(point, result.measurements(point), known.getOrDefault(point, List.of()))
              : Optional.empty();
      rows.add(
          new ResultRow(
              outcome,
              result.name(point),
              result.titleOf(point),
              headline,
              headline.map(h -> effect(result, h, measured)).orElse(Text.NONE)));
    }
    return rows;
  }

  /** e.g. {@code present 5/5}. */
  public String found() {
    return found(outcome);
  }

  /** A line per statement. */
  private static Text effect(RunResult result, Headline headline, MeasuredTrials measured) {
    Measurement own = headline.measurement();
    if (measured.shared(own.point())) {
      return Text.of("- (not measured alone)");
    }
    String median = Numbers.show(own.estimate(), own.unit()) + ", n = " + own.estimate().n();
    Text lines = Text.lines(Text.of(Style.MUTED, Numbers.name(own) + ":"), Text.of(median));
    return headline
        .effect()
        .map(
            e ->
                Text.lines(
                    lines,
                    Text.of(Numbers.ratio(e) + " against " + result.name(e.control())),
                    Text.of("(" + Numbers.significance(e) + ")")))
        .orElse(lines);
  }

  /** What the absences of a run exclude, each at its point; empty if there is none. */
  public static List<String> excluded(RunResult result) {
    List<Outcome> absent = result.outcomes().stream().filter(o -> o.bound().isPresent()).toList();
    Optional<String> why = Optional.ofNullable(result.provenance().get(Lab.DETERMINISTIC));
    if (absent.isEmpty() || why.isPresent()) {
      return why.filter(w -> !absent.isEmpty()).map("Deterministic: "::concat).stream().toList();
    }
    Stream<Bound> bounds = absent.stream().flatMap(o -> o.bound().stream());
    List<String> lines = new ArrayList<>(Bound.note(bounds, "%1$d/%1$d", "a point's trials"));
    String format =
        "If a control were like its side with the fault, at most %s of runs would miss it.";
    absent.stream()
        .flatMap(control -> chance(control, result).stream())
        .max(Double::compare)
        .ifPresent(max -> lines.add(format.formatted(Bound.percent(max))));
    return lines;
  }

  /** How often the fault could have shown, if that was counted. */
  public static String exposure(Outcome outcome) {
    Optional<Long> times = outcome.bound().flatMap(Bound::exposed);
    return times.map(n -> "; exposure in all trials: " + n).orElse("");
  }

  /** How likely a control would be absent if it were like a side of this run with the fault. */
  private static Optional<Double> chance(Outcome control, RunResult result) {
    int trials = control.observations().size();
    return result.outcomes().stream()
        .filter(fault -> fault.hasControl(control) && fault.counts().containsKey(State.PRESENT))
        .map(f -> Bound.chance(trials, f.counts().get(State.PRESENT), f.observations().size()))
        .max(Double::compare);
  }

  /** The conclusion for a reader who does not know the expectations; otherwise empty. */
  public static String sentence(Judgement judgement) {
    return judgement == Judgement.AS_EXPECTED
        ? "the fault is there where it is expected, and only there"
        : "";
  }

  public static String words(Judgement judgement) {
    return judgement.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The tone of a judgement. */
  public static Tone tone(Judgement judgement) {
    return switch (judgement) {
      case AS_EXPECTED -> Tone.GOOD;
      case CONTRADICTED -> Tone.BAD;
      case INCONCLUSIVE -> Tone.OPEN;
    };
  }

  /** The finding at a point: an expected fault is still a fault. */
  public static Text badge(Outcome outcome) {
    return badge(outcome.judgement(), outcome.state());
  }

  public static Text badge(Judgement judgement, State state) {
    if (judgement != Judgement.AS_EXPECTED) {
      return Text.badge(tone(judgement), words(judgement));
    }
    return state == State.PRESENT
        ? Text.badge(Tone.FOUND, "fault is there, as expected")
        : Text.badge(Tone.GOOD, "no fault, as expected");
  }

  public static String found(Outcome outcome) {
    return outcome.observations().isEmpty()
        ? "no trial"
        : found(outcome.counts(), outcome.observations().size());
  }

  /** e.g. {@code present 4/5, absent 1/5}. */
  public static String found(Map<State, Integer> counts, int trials) {
    return counts.entrySet().stream()
        .map(e -> e.getKey().words() + " " + e.getValue() + "/" + trials)
        .collect(Collectors.joining(", "));
  }
}
