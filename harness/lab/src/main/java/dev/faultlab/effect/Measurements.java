package dev.faultlab.effect;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects every metric's samples from the trials of each point.
 *
 * @param all one per metric, point and load that has at least one sample; in the order of the
 *     metrics, then of the points, then of the loads
 * @param unread a sentence for each trial and metric whose evidence is there and does not hold the
 *     number; it costs that sample and no other
 */
public record Measurements(List<Measurement> all, List<String> unread) {

  /**
   * Reads.
   *
   * @param metrics of the lab
   * @param trials of each point, in the order of the trials; those that were not carried out are
   *     left out, so that n shows how many there were
   */
  public static Measurements of(List<Metric> metrics, Map<Point, List<TrialEvidence>> trials) {
    List<Measurement> measurements = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (Metric metric : metrics) {
      trials.forEach(
          (point, evidence) ->
              samples(metric, evidence, unread)
                  .forEach(
                      (within, samples) ->
                          measurements.add(of(metric, point, within, List.copyOf(samples)))));
    }
    return new Measurements(List.copyOf(measurements), List.copyOf(unread));
  }

  /** The measurement with these samples. */
  public static Measurement of(
      Metric metric, Point point, Map<String, Value> within, List<Double> samples) {
    return new Measurement(
        point,
        metric.id(),
        metric.title(),
        within,
        metric.unit(),
        metric.higherIsBetter(),
        samples,
        Bootstrap.median(samples));
  }

  private static Map<Map<String, Value>, List<Double>> samples(
      Metric metric, List<TrialEvidence> trials, List<String> unread) {
    Map<Map<String, Value>, List<Double>> samples = new LinkedHashMap<>();
    for (TrialEvidence trial : trials) {
      if (trial.failure().isPresent()) {
        continue;
      }
      try {
        new MetricReader(trial)
            .read(metric)
            .forEach(
                (within, value) ->
                    samples.computeIfAbsent(within, w -> new ArrayList<>()).add(value));
      } catch (RuntimeException e) {
        String said = e instanceof MissingFact ? e.getMessage() : e.toString();
        unread.add(metric.id() + " of " + trial.name() + " #" + trial.index() + ": " + said);
      }
    }
    return samples;
  }
}
