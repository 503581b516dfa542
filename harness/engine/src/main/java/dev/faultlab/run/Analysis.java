package dev.faultlab.run;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Cell;
import dev.faultlab.point.Point;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Observer;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import dev.faultlab.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the evidence of a run says: nothing but evidence, declaration and obstacles goes in, so that
 * it can be asked again.
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

  /**
   * Reads it.
   *
   * @param trials that were carried out
   * @param evidence point to trials, for every cell
   * @param met obstacles that the run has met
   */
  static Analysis of(
      Lab lab,
      List<Cell> cells,
      List<TrialResult> trials,
      Map<Point, List<TrialEvidence>> evidence,
      List<Obstacle> met) {
    List<Obstacle> obstacles = new ArrayList<>(met);
    List<Outcome> outcomes = outcomes(lab, cells, evidence);
    MeasuredTrials measured = new MeasuredTrials(trials);
    Measurements measurements = Measurements.of(lab.metrics(), measured(cells, measured, evidence));
    measurements.unread().stream()
        .map(said -> new Obstacle(Obstacle.Kind.READING, "", "a metric cannot be read: " + said))
        .forEach(obstacles::add);
    Map<Point, String> names = new LinkedHashMap<>();
    cells.forEach(cell -> names.put(cell.point(), cell.id()));
    return new Analysis(
        outcomes,
        measurements.all(),
        Effects.of(lab.effects(), measurements.all(), measured::alike),
        List.copyOf(obstacles),
        new Judge().run(outcomes, obstacles, names::get));
  }

  private static Map<Point, List<TrialEvidence>> measured(
      List<Cell> cells, MeasuredTrials measured, Map<Point, List<TrialEvidence>> evidence) {
    Map<Point, List<TrialEvidence>> trials = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Set<Integer> numbers = measured.of(cell.point());
      trials.put(
          cell.point(),
          evidence.get(cell.point()).stream().filter(t -> numbers.contains(t.index())).toList());
    }
    return trials;
  }

  /** What every signature says at its points against what is expected there. */
  static List<Outcome> outcomes(
      Lab lab, List<Cell> cells, Map<Point, List<TrialEvidence>> evidence) {
    LabSignatures signatures = new LabSignatures(lab);
    Observer observer = new Observer();
    List<Outcome> outcomes = new ArrayList<>();
    for (Cell cell : cells) {
      for (Map.Entry<String, Expected> expected : cell.variant().expect().entrySet()) {
        Expectation here = expected.getValue().at(cell.point());
        List<Observation> seen =
            evidence.get(cell.point()).stream()
                .map(
                    trial ->
                        observer.observe(
                            signatures.declared(expected.getKey(), cell.variant()), trial))
                .toList();
        outcomes.add(
            new Judge()
                .outcome(cell.point(), expected.getKey(), here, expected.getValue().axis(), seen));
      }
    }
    return outcomes;
  }
}
