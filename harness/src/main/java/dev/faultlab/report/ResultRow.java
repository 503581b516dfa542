package dev.faultlab.report;

import dev.faultlab.signature.State;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judgement;
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
 * @param cell id
 * @param title of the variant
 * @param expected e.g. {@code absent (cached)}
 * @param signature id
 * @param found e.g. {@code present 5/5}
 * @param reason with the counts
 * @param headline what it costs; only on a cell's first line
 * @param judgement of the line
 */
public record ResultRow(
    String cell,
    String title,
    String expected,
    String signature,
    String found,
    String reason,
    Optional<Headline> headline,
    Judgement judgement) {

  /** The lines of a run in the order of its outcomes. */
  public static List<ResultRow> of(RunResult result) {
    List<ResultRow> rows = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (CellOutcome outcome : result.outcomes()) {
      rows.add(
          new ResultRow(
              outcome.cell(),
              outcome.title(),
              outcome.expectation().toString(),
              outcome.signature(),
              found(outcome),
              outcome.reason(),
              seen.add(outcome.cell())
                  ? Headline.of(result, outcome.cell())
                  : Optional.<Headline>empty(),
              outcome.judgement()));
    }
    return rows;
  }

  /** The effect in words, one line per statement. */
  public List<String> effectLines() {
    List<String> lines = new ArrayList<>();
    headline.ifPresent(
        h -> {
          lines.add(
              Numbers.show(h.measurement().estimate(), h.measurement().unit())
                  + ", n = "
                  + h.measurement().estimate().n());
          h.effect()
              .ifPresent(
                  e -> {
                    lines.add(Numbers.ratio(e) + " against " + e.control());
                    lines.add("(" + Numbers.significance(e) + ")");
                  });
        });
    return lines;
  }

  public static String words(Judgement judgement) {
    return judgement.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String found(CellOutcome outcome) {
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
