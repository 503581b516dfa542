package dev.faultlab.report;

import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One line of the verdict table, the same in every format.
 *
 * @param name of the point
 * @param title of the variant
 * @param expected e.g. {@code absent (cached)}
 * @param signature id
 * @param found e.g. {@code present 5/5}
 * @param reason with the counts
 * @param headline what it costs; only on a point's first line
 * @param effectLines the same in words, one line per statement
 * @param outcome that the line shows
 */
public record ResultRow(
    String name,
    String title,
    String expected,
    String signature,
    String found,
    String reason,
    Optional<Headline> headline,
    List<String> effectLines,
    Outcome outcome) {

  /** Of the line. */
  public Judgement judgement() {
    return outcome.judgement();
  }

  /** The lines of a run in the order of its outcomes. */
  public static List<ResultRow> of(RunResult result) {
    List<ResultRow> rows = new ArrayList<>();
    Set<Point> seen = new HashSet<>();
    MeasuredTrials measured = new MeasuredTrials(result.trials());
    for (Outcome outcome : result.outcomes()) {
      Point point = outcome.point();
      Optional<Headline> headline = seen.add(point) ? Headline.of(result, point) : Optional.empty();
      rows.add(
          new ResultRow(
              result.name(point),
              result.titleOf(point),
              outcome.expectation().toString(),
              outcome.signature(),
              found(outcome),
              outcome.reason(),
              headline,
              headline.map(h -> lines(result, h, measured)).orElse(List.of()),
              outcome));
    }
    return rows;
  }

  private static List<String> lines(RunResult result, Headline headline, MeasuredTrials measured) {
    Measurement own = headline.measurement();
    List<String> lines = new ArrayList<>();
    lines.add(
        Numbers.show(own.estimate(), own.unit())
            + ", n = "
            + own.estimate().n()
            + (measured.shared(own.point()) ? ", shared machine" : ""));
    headline
        .effect()
        .ifPresent(
            e -> {
              lines.add(Numbers.ratio(e) + " against " + result.name(e.control()));
              lines.add("(" + Numbers.significance(e) + ")");
            });
    return List.copyOf(lines);
  }

  /** What a run has shown, in words for somebody who has not read what was expected. */
  public static String sentence(Judgement judgement) {
    return judgement == Judgement.AS_EXPECTED
        ? "the fault is there, and the cure removes it"
        : words(judgement);
  }

  /** What was found at a point: a fault that was expected is still a fault. */
  public static String words(Outcome outcome) {
    if (outcome.judgement() != Judgement.AS_EXPECTED) {
      return words(outcome.judgement());
    }
    return (outcome.state() == State.PRESENT ? "fault is there" : "no fault") + ", as expected";
  }

  public static String words(Judgement judgement) {
    return judgement.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String found(Outcome outcome) {
    int trials = outcome.observations().size();
    if (outcome.counts().size() == 1) {
      State only = outcome.counts().keySet().iterator().next();
      return only.name().toLowerCase(Locale.ROOT) + " " + trials + "/" + trials;
    }
    return outcome.counts().entrySet().stream()
        .map(e -> e.getKey().name().toLowerCase(Locale.ROOT) + " " + e.getValue() + "/" + trials)
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(", "), text -> text.isEmpty() ? "no trial" : text));
  }
}
