package dev.faultlab.run;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Cell;
import dev.faultlab.signature.Declared;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Observer;
import dev.faultlab.signature.Signatures;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the evidence of a run says: nothing but evidence, declaration and obstacles goes in, so that
 * it can be asked again.
 *
 * @param outcomes one per cell and expected signature
 */
record Analysis(
    List<CellOutcome> outcomes,
    List<Measurement> measurements,
    List<Effect> effects,
    Verdict verdict) {
  /** How the obstacle begins that comes from reading the evidence, not from taking it. */
  static final String UNREADABLE = "a metric cannot be read: ";

  /**
   * Reads it.
   *
   * @param evidence cell id to trials, for every cell
   * @param met obstacles that the run has met
   */
  static Analysis of(
      Lab lab, List<Cell> cells, Map<String, List<TrialEvidence>> evidence, List<String> met) {
    List<String> obstacles = new ArrayList<>(met);
    List<CellOutcome> outcomes = outcomes(lab, cells, evidence);
    List<Measurement> measurements = List.of();
    try {
      measurements = Measurements.of(lab.metrics(), evidence);
    } catch (MissingFact e) {
      obstacles.add(UNREADABLE + e.getMessage());
    }
    return new Analysis(
        outcomes,
        measurements,
        Effects.of(lab.effects(), cells, measurements),
        new Judge().run(outcomes, obstacles));
  }

  private static List<CellOutcome> outcomes(
      Lab lab, List<Cell> cells, Map<String, List<TrialEvidence>> evidence) {
    Observer observer = new Observer();
    Signatures signatures = new Signatures();
    Judge judge = new Judge();
    List<CellOutcome> outcomes = new ArrayList<>();
    for (Cell cell : cells) {
      cell.variant()
          .expect()
          .forEach(
              (id, expectation) -> {
                Declared signature =
                    signatures.declared(id, lab.signatures().get(id)).with(cell.variant().inputs());
                List<Observation> seen =
                    evidence.get(cell.id()).stream()
                        .map(e -> observer.observe(signature, e))
                        .toList();
                outcomes.add(judge.cell(cell, id, expectation, seen));
              });
    }
    return outcomes;
  }
}
