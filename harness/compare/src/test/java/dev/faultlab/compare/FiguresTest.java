package dev.faultlab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Observation;
import dev.faultlab.point.Point;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which facts are listed as changed. */
class FiguresTest {
  private static final Path REFERENCE = Path.of("../../results/reference");

  /** Values of the trials of one point, of another, and of a third that shows the noise. */
  @ParameterizedTest
  @CsvSource({
    "5 5, 6 6, 9 9, true",
    "5 5, 5 5, 9 9, false",
    "5 6, 6 6, 9 9, false",
    "5 6, 8 9, 1 1, true",
    "5 6, 7 9, 1 1, false",
    "5 5, 6 6, 1 2, false",
    "5 5, 9 9, 1 4, true",
    "5, 9, 1 1, false",
    "5 5, 9, 1 1, false",
    "5 -, 9 9, 1 1, false",
    "5 5 -, 9 9 9, 1 1 1, false",
    "a a, b b, c c, true",
    "a a, a a, c c, false",
    "a b, c c, d d, false",
    "a a, b b, c d, false",
  })
  void aFactHasChangedIfItLiesFurtherApartThanItVaries(
      String before, String after, String third, boolean changed) {
    Figures a = figures(before);
    Figures b = figures(after);
    assertThat(a.changed(b, Figures.spreads(List.of(a, b, figures(third)))))
        .extracting(Figures.ChangedFigure::id)
        .containsExactlyElementsOf(changed ? List.of(new Figures.Id("s", "f")) : List.of());
  }

  private static Figures figures(String trials) {
    Figures figures = new Figures();
    String[] ends = trials.split(" ");
    for (int i = 0; i < ends.length; i++) {
      figures.add(i, new Figures.Id("s", "other"), "other", 1);
      if (!ends[i].equals("-")) {
        boolean number = Character.isDigit(ends[i].charAt(0));
        figures.add(i, new Figures.Id("s", "f"), "f", number ? Integer.valueOf(ends[i]) : ends[i]);
      }
    }
    return figures;
  }

  /**
   * A against A: two trials of a point of each committed result against two others, as few as a
   * short run has. What is listed there is a false alarm.
   */
  @Test
  void trialsOfOnePointHardlyEverDiffer() throws IOException {
    int compared = 0;
    List<String> listed = new ArrayList<>();
    for (Path file : results()) {
      RunResult run = read(file);
      for (Point point : run.measured()) {
        Figures one = Figures.facts(withTwoTrials(run, point, 0), point);
        Figures other = Figures.facts(withTwoTrials(run, point, 2), point);
        List<Figures> noise = new ArrayList<>(List.of(one, other));
        run.measured().stream()
            .filter(p -> !p.equals(point))
            .forEach(p -> noise.add(Figures.facts(withTwoTrials(run, p, 0), p)));
        compared +=
            withTwoTrials(run, point, 0).outcomes().stream()
                .mapToInt(o -> o.observations().get(0).facts().size())
                .sum();
        one.changed(other, Figures.spreads(noise)).forEach(c -> listed.add(file + " " + c));
      }
    }
    assertThat(compared).isGreaterThan(3000);
    assertThat(listed).as("of %s", compared).hasSizeLessThan(compared / 200);
  }

  /** The committed results of runs: each JSON file that has its archive beside it. */
  private static List<Path> results() throws IOException {
    try (Stream<Path> files = Files.list(REFERENCE)) {
      return files
          .filter(f -> f.toString().endsWith(".json"))
          .filter(f -> Files.exists(Path.of(f.toString().replaceAll("json$", "zip"))))
          .sorted()
          .toList();
    }
  }

  private static RunResult read(Path file) throws IOException {
    return ResultJson.read(file);
  }

  private static Outcome of(Outcome one, List<Observation> seen) {
    return Judge.outcome(one.point(), one.signature(), one.expectation(), one.dependsOn(), seen);
  }

  /** The run with two trials of a point. */
  private static RunResult withTwoTrials(RunResult run, Point point, int from) {
    List<Outcome> outcomes =
        run.outcomes().stream()
            .filter(o -> o.point().equals(point) && o.observations().size() >= 4)
            .map(o -> of(o, o.observations().subList(from, from + 2)))
            .toList();
    return run.with(run.points(), run.stacks(), outcomes, List.of(), List.of(), run.trials());
  }
}
