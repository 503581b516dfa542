package dev.faultlab.effect;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.EvidenceReader;
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
 * @param unread a sentence for each trial and metric whose evidence exists but lacks the number;
 *     only that sample is lost
 */
public record Measurements(List<Measurement> all, List<String> unread) {

  /**
   * Reads.
   *
   * @param metrics of the lab
   * @param trials of each point, in the order of the trials; only those that were carried out, so
   *     that n is correct
   */
  public static Measurements of(List<Metric> metrics, Map<Point, List<TrialEvidence>> trials) {
    List<Samples> samples = metrics.stream().map(Samples::new).toList();
    trials.forEach(
        (point, evidence) ->
            evidence.stream()
                .filter(trial -> trial.failure().isEmpty())
                .forEach(
                    trial -> {
                      MetricReader reader = new MetricReader(new EvidenceReader(trial));
                      samples.forEach(each -> each.read(point, trial, reader));
                    }));
    return new Measurements(
        samples.stream().flatMap(each -> each.measurements().stream()).toList(),
        samples.stream().flatMap(each -> each.unread.stream()).toList());
  }

  /** The values of one metric in the trials. */
  private static final class Samples {
    private final Metric metric;
    private final Map<Point, Map<Map<String, Value>, List<Double>>> found = new LinkedHashMap<>();
    private final List<String> unread = new ArrayList<>();

    Samples(Metric metric) {
      this.metric = metric;
    }

    void read(Point point, TrialEvidence trial, MetricReader reader) {
      Map<Map<String, Value>, List<Double>> here =
          found.computeIfAbsent(point, p -> new LinkedHashMap<>());
      try {
        reader
            .read(metric)
            .forEach(
                (within, value) -> here.computeIfAbsent(within, w -> new ArrayList<>()).add(value));
      } catch (RuntimeException e) {
        String said = e instanceof MissingFact ? e.getMessage() : e.toString();
        unread.add(metric.id() + " of " + trial.name() + " #" + trial.index() + ": " + said);
      }
    }

    List<Measurement> measurements() {
      List<Measurement> measurements = new ArrayList<>();
      found.forEach(
          (point, values) ->
              values.forEach(
                  (within, each) ->
                      measurements.add(of(metric, point, within, List.copyOf(each)))));
      return measurements;
    }
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
