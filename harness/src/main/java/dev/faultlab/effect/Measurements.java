package dev.faultlab.effect;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects every metric's samples from the trials of each cell. */
public final class Measurements {
  private Measurements() {}

  /**
   * One measurement per metric, cell and label that has at least one sample.
   *
   * @param metrics of the lab
   * @param trials of each cell, in the order of the trials; those that were not carried out are
   *     left out, so that n shows how many there were
   * @return in the order of the metrics, then of the cells, then of the labels
   * @throws dev.faultlab.fact.MissingFact where evidence is there but does not hold the number
   */
  public static List<Measurement> of(
      List<Metric> metrics, Map<String, List<TrialEvidence>> trials) {
    List<Measurement> measurements = new ArrayList<>();
    for (Metric metric : metrics) {
      trials.forEach(
          (cell, evidence) ->
              samples(metric, evidence)
                  .forEach(
                      (label, samples) ->
                          measurements.add(of(metric, cell, label, List.copyOf(samples)))));
    }
    return measurements;
  }

  /** The measurement with these samples. */
  public static Measurement of(Metric metric, String cell, String label, List<Double> samples) {
    return new Measurement(
        cell,
        metric.id(),
        metric.title(),
        label,
        metric.unit(),
        metric.higherIsBetter(),
        samples,
        Bootstrap.median(samples));
  }

  private static Map<String, List<Double>> samples(Metric metric, List<TrialEvidence> trials) {
    Map<String, List<Double>> samples = new LinkedHashMap<>();
    for (TrialEvidence trial : trials) {
      if (trial.failure().isEmpty()) {
        new MetricReader(trial)
            .read(metric)
            .forEach(
                (label, value) ->
                    samples.computeIfAbsent(label, l -> new ArrayList<>()).add(value));
      }
    }
    return samples;
  }
}
