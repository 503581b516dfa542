package dev.faultlab.effect;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one trial measured.
 *
 * @param values id of a metric to its values, by the load inside the trial
 * @param unread id of a metric to a sentence, where the evidence is there and does not hold the
 *     number; it costs that sample and no other
 */
public record TrialMetrics(
    Map<String, Map<Map<String, Value>, Double>> values, Map<String, String> unread) {

  /** Reads a lab's metrics; a trial that was not carried out has none. */
  public static TrialMetrics of(List<Metric> metrics, EvidenceReader files) {
    TrialMetrics read = new TrialMetrics(new HashMap<>(), new HashMap<>());
    TrialEvidence trial = files.trial();
    if (trial.failure().isEmpty()) {
      MetricReader reader = new MetricReader(files);
      for (Metric metric : metrics) {
        try {
          read.values.put(metric.id(), reader.read(metric));
        } catch (RuntimeException e) {
          String said = e instanceof MissingFact ? e.getMessage() : e.toString();
          String where = metric.id() + " of " + trial.name() + " #" + trial.index();
          read.unread.put(metric.id(), where + ": " + said);
        }
      }
    }
    return read;
  }
}
