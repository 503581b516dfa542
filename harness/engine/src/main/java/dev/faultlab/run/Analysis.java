package dev.faultlab.run;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.fact.Observation;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import dev.faultlab.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The verdict on a run's evidence. It depends only on evidence, declaration and obstacles, so it
 * can be computed again.
 *
 * @param outcomes one per point and expected signature
 * @param obstacles those that the run met, and those that reading the evidence met
 */
record Analysis(
    List<Outcome> outcomes,
    List<Measurement> measurements,
    List<Effect> effects,
    List<Obstacle> obstacles,
    Verdict verdict) {

  /** The analysis of a run that has not ended. */
  static Analysis unfinished(List<Obstacle> obstacles) {
    Verdict open = new Verdict(Judgement.INCONCLUSIVE, List.of("the run has not ended"));
    return new Analysis(List.of(), List.of(), List.of(), List.copyOf(obstacles), open);
  }

  /**
   * Judges the trials of a run.
   *
   * @param observed point to its trials, for every cell
   * @param versions cell to the versions that its stack reported
   * @param reported obstacles that the run has met
   */
  static Analysis of(
      Lab lab,
      List<Cell> cells,
      Map<Point, List<TrialEvidence>> observed,
      Function<Cell, Map<String, String>> versions,
      List<Obstacle> reported) {
    List<Obstacle> obstacles = new ArrayList<>(reported);
    List<Outcome> outcomes = outcomes(cells, observed, versions);
    MeasuredTrials measured =
        new MeasuredTrials(
            observed.values().stream().flatMap(List::stream).map(TrialEvidence::trial).toList());
    Map<Point, List<TrialEvidence>> counted = new LinkedHashMap<>(observed);
    counted.replaceAll(
        (point, trials) -> {
          Set<Integer> measuredIndexes = measured.of(point);
          return trials.stream().filter(t -> measuredIndexes.contains(t.trial().index())).toList();
        });
    Measurements measurements = Measurements.of(lab.metrics(), counted);
    measurements.errors().stream()
        .map(text -> new Obstacle(Obstacle.Kind.READING, "", "a metric cannot be read: " + text))
        .forEach(obstacles::add);
    return new Analysis(
        outcomes,
        measurements.all(),
        Effects.of(lab.effects(), measurements.all(), measured::comparable),
        List.copyOf(obstacles),
        verdict(cells, outcomes, obstacles));
  }

  /**
   * What every signature finds at its points, compared with the expectation.
   *
   * @param versions cell to the versions that its stack reported
   */
  static List<Outcome> outcomes(
      List<Cell> cells,
      Map<Point, List<TrialEvidence>> observed,
      Function<Cell, Map<String, String>> versions) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Cell cell : cells) {
      cell.variant()
          .expect()
          .forEach(
              (signature, expected) ->
                  outcomes.add(
                      outcome(
                          cell.point(),
                          signature,
                          expected,
                          versions.apply(cell),
                          observed.get(cell.point()).stream()
                              .map(trial -> trial.of(signature))
                              .toList())));
    }
    return outcomes;
  }

  private static Outcome outcome(
      Point point,
      String signature,
      Expected expected,
      Map<String, String> versions,
      List<Observation> seen) {
    Optional<Expectation> expectation = expected.expectationAt(point, versions);
    String reason =
        ("the expectation depends on the version of %s that ran, and the component did not report"
                + " it")
            .formatted(expected.axes());
    return Judge.outcome(
        point,
        signature,
        expectation.orElse(expected.otherwise()),
        expected.axes(),
        expectation.isPresent()
            ? seen
            : seen.stream()
                .map(o -> Observation.unknown("expectation-unknown", reason, o.facts()))
                .toList());
  }

  static Verdict verdict(List<Cell> cells, List<Outcome> outcomes, List<Obstacle> obstacles) {
    Map<Point, String> names = new LinkedHashMap<>();
    cells.forEach(cell -> names.put(cell.point(), cell.id()));
    return Judge.run(outcomes, obstacles, names::get);
  }
}
