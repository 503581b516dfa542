package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.seen.State;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What formulas and conditions of lesson.yaml read in a result. The schema has their forms; what
 * they leave out is in their question.
 *
 * @param question its part of lesson.yaml
 */
record Queries(JsonNode question) {

  /** The query that a formula or a condition is; empty if it is made of others. */
  Optional<ResultQuery> of(JsonNode node) {
    if (node.has("effect")) {
      return Optional.of(
          new ResultQuery.EffectQuery(
              node.path("effect").asText(),
              selector(node.path("fault"), node.path("within")),
              selector(node.path("control"), node.path("within"))));
    }
    Selector at = selector((node.has("at") ? node : question).path("at"), node.path("within"));
    String signature = (node.has("of") ? node : question).path("of").asText();
    if (node.has("fact")) {
      return Optional.of(
          new ResultQuery.FactQuery(Optional.of(signature), node.path("fact").asText(), at));
    }
    if (node.has("metric")) {
      return Optional.of(new ResultQuery.MetricQuery(node.path("metric").asText(), at));
    }
    if (node.has("count")) {
      State state = State.valueOf(node.path("count").asText().toUpperCase(Locale.ROOT));
      return Optional.of(new ResultQuery.CountQuery(signature, state, at));
    }
    return node.has("outcome")
        ? Optional.of(new ResultQuery.OutcomeQuery(signature, at))
        : Optional.empty();
  }

  /** The number that a condition compares. */
  JsonNode compared(JsonNode condition) {
    return condition.has("number") ? condition.path("number") : question.path("read");
  }

  /** The queries in the answer. */
  Stream<JsonNode> ofAnswer() {
    return Stream.of(
            Stream.of(question.path("answer"), question.path("read")),
            question.path("choice").valueStream(),
            question.at("/order/items").valueStream(),
            question.at("/curve/spots").valueStream())
        .flatMap(nodes -> nodes)
        .flatMap(this::find);
  }

  /** The queries in the explanation's figures. */
  Stream<JsonNode> ofFigures() {
    return question.path("figures").valueStream().flatMap(figure -> find(figure.path("value")));
  }

  private Stream<JsonNode> find(JsonNode node) {
    return of(node).isPresent() ? Stream.of(node) : node.valueStream().flatMap(this::find);
  }

  /** Settings of a point, in parts; the load inside the trial is one of its axes. */
  static Selector selector(JsonNode... parts) {
    Map<String, Value> at = new LinkedHashMap<>();
    for (JsonNode part : parts) {
      part.properties().forEach(f -> at.put(f.getKey(), Value.of(f.getValue().asText())));
    }
    return new Selector(Optional.ofNullable(at.remove("variant")).map(Value::toString), at);
  }
}
