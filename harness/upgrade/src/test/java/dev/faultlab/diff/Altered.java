package dev.faultlab.diff;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs with one thing changed in their JSON. */
public final class Altered {
  private static RunResult edit(RunResult run, Consumer<ObjectNode> change) {
    ObjectNode json = Json.MAPPER.valueToTree(run);
    change.accept(json);
    try {
      return Json.MAPPER
          .readerFor(RunResult.class)
          .with(DeserializationFeature.USE_LONG_FOR_INTS)
          .readValue(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunResult changeEach(RunResult run, String list, Consumer<ObjectNode> change) {
    return edit(run, json -> json.withArray(list).forEach(one -> change.accept((ObjectNode) one)));
  }

  static RunResult scaled(RunResult run, double factor) {
    return changeEach(run, "measurements", measurement -> scale(measurement, factor));
  }

  /** Scaled only at that JDK. */
  static RunResult scaledOn(RunResult run, String jdk, double factor) {
    return changeEach(
        run,
        "measurements",
        measurement -> {
          if (measurement.at("/point/at/jdk").asText().equals(jdk)) {
            scale(measurement, factor);
          }
        });
  }

  private static void scale(ObjectNode measurement, double factor) {
    ArrayNode samples = measurement.withArray("samples");
    for (int i = 0; i < samples.size(); i++) {
      samples.set(i, samples.get(i).asDouble() * factor);
    }
    ObjectNode estimate = measurement.withObject("estimate");
    List.of("median", "low", "high")
        .forEach(side -> estimate.put(side, estimate.path(side).asDouble() * factor));
  }

  static RunResult lowerIsBetter(RunResult run) {
    return changeEach(run, "measurements", measurement -> measurement.put("higherIsBetter", false));
  }

  static RunResult unit(RunResult run, String unit) {
    return changeEach(run, "measurements", measurement -> measurement.put("unit", unit));
  }

  static RunResult firstTrials(RunResult run, int n) {
    return changeEach(
        run,
        "measurements",
        measurement -> {
          ArrayNode samples = measurement.withArray("samples");
          while (samples.size() > n) {
            samples.remove(n);
          }
          measurement.withObject("estimate").put("n", n);
        });
  }

  /** The first outcome, a fault, as so many of its five trials saw it. */
  static RunResult first(RunResult run, String judgement, String state, int trials) {
    return edit(
        run,
        json -> {
          ObjectNode outcome = (ObjectNode) json.withArray("outcomes").get(0);
          outcome.put("judgement", judgement).put("state", state);
          ObjectNode counts = outcome.putObject("counts").put(state, trials);
          if (trials < 5) {
            counts.put("PRESENT", 5 - trials);
          }
          for (int i = 0; i < 5; i++) {
            ((ObjectNode) outcome.withArray("observations").get(i))
                .put("state", i < trials ? state : "PRESENT");
          }
        });
  }

  /** One more signature at the first point. */
  static RunResult moreSignatures(RunResult run) {
    return edit(
        run,
        json -> {
          ArrayNode outcomes = json.withArray("outcomes");
          outcomes.add(((ObjectNode) outcomes.get(0).deepCopy()).put("signature", "another"));
        });
  }

  /** Only the points there, and the parameter says so. */
  static RunResult only(RunResult run, String axis, String value) {
    Optional<Value> there = Optional.of(Value.of(value));
    return parameter(onlyPoints(run, point -> point.on(axis).equals(there)), axis, value);
  }

  /** Without the points that do not match. */
  static RunResult onlyPoints(RunResult run, Predicate<Point> kept) {
    return run.only(run.measured().stream().filter(kept).collect(Collectors.toSet()));
  }

  /** Every point at that value of an axis, whether it had the axis or not. */
  static RunResult moved(RunResult run, String axis, String value) {
    return edit(
        run,
        json -> {
          for (String list : List.of("points", "outcomes", "measurements")) {
            json.withArray(list).forEach(o -> ((ObjectNode) o.at("/point/at")).put(axis, value));
          }
        });
  }

  /** The points of both. */
  static RunResult joined(RunResult one, RunResult other) {
    JsonNode more = Json.MAPPER.valueToTree(other);
    return edit(
        one,
        json -> {
          for (String list : List.of("points", "outcomes", "measurements")) {
            json.withArray(list).addAll((ArrayNode) more.path(list));
          }
        });
  }

  /** Every fact changed. */
  static RunResult facts(RunResult run, Consumer<ObjectNode> change) {
    return edit(
        run,
        json ->
            json.findValues("facts")
                .forEach(facts -> facts.forEach(fact -> change.accept((ObjectNode) fact))));
  }

  /** Without the measurements of a variant. */
  static RunResult unmeasured(RunResult run, String variant) {
    return edit(
        run,
        json ->
            json.withArray("measurements")
                .removeIf(m -> m.at("/point/variant").asText().equals(variant)));
  }

  /** As if each stack had been a shard's, on machines of two classes. */
  static RunResult merged(RunResult run) {
    UnaryOperator<String> name = own -> "shard-" + own.substring(own.length() - 1) + "-" + own;
    RunResult points =
        changeEach(run, "points", p -> p.put("stack", name.apply(p.path("stack").asText())));
    RunResult renamed =
        changeEach(points, "stacks", s -> s.put("name", name.apply(s.path("name").asText())));
    return provenance(
        provenance(renamed, "cpu", "Example CPU; Other CPU"),
        "merged from",
        "shard 1/2 a (1 s), shard 2/2 b (1 s)");
  }

  static RunResult lab(RunResult run, String lab) {
    return edit(run, json -> json.put("lab", lab));
  }

  static RunResult form(RunResult run, RunForm form) {
    return edit(run, json -> json.put("quick", form.quick()));
  }

  public static RunResult parameter(RunResult run, String name, String value) {
    return edit(run, json -> json.withObject("parameters").putArray(name).add(value));
  }

  static RunResult provenance(RunResult run, String name, String value) {
    return edit(run, json -> json.withObject("provenance").put(name, value));
  }
}
