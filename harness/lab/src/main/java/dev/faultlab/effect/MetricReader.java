package dev.faultlab.effect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads a lab's metrics from one trial's evidence. */
record MetricReader(TrialEvidence evidence) {

  /**
   * The metric's values in this trial by the load inside it. A plain metric has no load; an element
   * of a series belongs to the value of its label's field, e.g. {@code threads} 8.
   *
   * @return empty if the trial's procedure writes no such file, or writes null (a percentile of no
   *     requests): the metric does not apply to it
   * @throws MissingFact when the file exists but lacks the pointer, or holds no number
   */
  Map<Map<String, Value>, Double> read(Metric metric) {
    Map<Map<String, Value>, Double> values = new LinkedHashMap<>();
    int cut = metric.source().indexOf('#');
    String file = metric.source().substring(0, cut);
    if (evidence.file(file).isEmpty()) {
      return values;
    }
    JsonNode node = new JsonFacts(evidence).node(file + "#").at(metric.source().substring(cut + 1));
    if (metric.each().isEmpty()) {
      number(node, metric.source()).ifPresent(v -> values.put(Map.of(), v));
      return values;
    }
    Metric.Elements each = metric.each().get();
    if (!node.isArray()) {
      throw new MissingFact(
          "%s is not an array, which metric '%s' reads"
              .formatted(evidence.shown(metric.source()), metric.id()));
    }
    int index = 0;
    for (JsonNode element : node) {
      String where = metric.source() + "/" + index++;
      if (!element.hasNonNull(each.label())) {
        throw new MissingFact(evidence.shown(where) + " has no '" + each.label() + "'");
      }
      Map<String, Value> label = Map.of(each.label(), Value.of(element.get(each.label()).asText()));
      String value = "/" + each.value();
      number(element.at(value), where + value).ifPresent(v -> values.put(label, v));
    }
    return values;
  }

  private Optional<Double> number(JsonNode node, String address) {
    if (node.isNull()) {
      return Optional.empty();
    }
    if (!node.isNumber()) {
      String found = node.isMissingNode() ? "missing" : "'" + node + "'";
      throw new MissingFact(evidence.shown(address) + " is " + found + ", expected a number");
    }
    return Optional.of(node.asDouble());
  }
}
