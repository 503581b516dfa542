package dev.faultlab.effect;

import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every metric's samples, from the trials of each point.
 *
 * @param all one per metric, point and load that has at least one sample; in the order of the
 *     metrics, then of the points, then of the loads
 * @param errors a sentence for each trial and metric whose evidence exists but lacks the number;
 *     only that sample is lost
 */
public record Measurements(List<Measurement> all, List<String> errors) {

  /**
   * Collects the samples of all trials.
   *
   * @param metrics of the lab
   * @param trials of each point, in the order of the trials; those that were not carried out have
   *     no values, so that n shows how many there were
   */
  public static Measurements of(List<Metric> metrics, Map<Point, List<TrialEvidence>> trials) {
    List<String> errors = new ArrayList<>();
    Map<String, List<Measurement>> all = new LinkedHashMap<>();
    metrics.forEach(metric -> all.put(metric.id(), new ArrayList<>()));
    trials.forEach(
        (point, carriedOut) -> {
          List<TrialEvidence> files =
              carriedOut.stream()
                  .filter(trial -> trial.failure().isEmpty())
                  .map(TrialEvidence::uncached)
                  .toList();
          for (Metric metric : metrics) {
            Map<Map<String, Value>, List<Double>> samples = new LinkedHashMap<>();
            for (TrialEvidence trial : files) {
              try {
                new MetricReader(trial)
                    .read(metric)
                    .forEach(
                        (within, value) ->
                            samples.computeIfAbsent(within, w -> new ArrayList<>()).add(value));
              } catch (RuntimeException e) {
                String message = e instanceof MissingFact ? e.getMessage() : e.toString();
                errors.add(metric.id() + " of " + trial.trial().folder() + ": " + message);
              }
            }
            samples.forEach(
                (within, each) ->
                    all.get(metric.id()).add(of(metric, point, within, List.copyOf(each))));
          }
        });
    return new Measurements(all.values().stream().flatMap(List::stream).toList(), errors);
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
}
