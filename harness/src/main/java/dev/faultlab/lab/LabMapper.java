package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Turns a tree that satisfies the schema into records. */
final class LabMapper {
  private static final int DEFAULT_SECONDS = 120;
  private static final int DEFAULT_SNAP_LENGTH = 512;

  private final JsonNode root;
  private final Path folder;

  LabMapper(JsonNode root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  Lab lab() {
    Map<String, List<Step>> procedures =
        map(root.path("procedures"), (name, steps) -> list(steps, this::step));
    return new Lab(
        root.path("lab").asText(),
        root.path("title").asText(),
        folder,
        new Lab.Minutes(
            root.path("minutes").path("full").asInt(), root.path("minutes").path("quick").asInt()),
        map(root.path("parameters"), this::parameter),
        texts(root.path("images")),
        texts(root.path("stack")),
        root.has("capture") ? Optional.of(capture(root.path("capture"))) : Optional.empty(),
        procedures,
        text(root, "ready"),
        list(root.path("calibrations"), node -> calibration(node, procedures)),
        list(root.path("metrics"), this::metric),
        texts(root.path("provenance")),
        map(root.path("signatures"), (id, inputs) -> texts(inputs)),
        list(root.path("variants"), this::variant),
        list(root.path("effects"), this::effect));
  }

  private Parameter parameter(String name, JsonNode node) {
    List<String> defaults = values(node.path("default"));
    return new Parameter(
        name,
        node.path("help").asText(),
        node.path("type").asText().equals("integer"),
        node.path("list").asBoolean(false),
        defaults,
        node.has("quick") ? values(node.path("quick")) : defaults,
        number(node, "minimum"),
        number(node, "maximum"),
        values(node.path("choices")));
  }

  private Variant variant(JsonNode node) {
    return new Variant(
        node.path("id").asText(),
        node.path("title").asText(),
        values(node.path("matrix")),
        map(node.path("only-at"), (parameter, where) -> onlyAt(where)),
        node.path("quick").asBoolean(true),
        node.path("once").asBoolean(false),
        texts(node.path("stack")),
        with(node.path("with")),
        node.path("procedure").asText(),
        node.path("capture").asBoolean(true),
        texts(node.path("inputs")),
        map(node.path("expect"), (signature, expected) -> expectation(expected)));
  }

  /** The lab's values, with the variant's in their place where it has some. */
  private Map<String, String> with(JsonNode node) {
    Map<String, String> values = new LinkedHashMap<>(texts(root.path("with")));
    values.putAll(texts(node));
    return values;
  }

  private static OnlyAt onlyAt(JsonNode node) {
    return node.isArray()
        ? OnlyAt.these(Set.copyOf(list(node, JsonNode::asInt)))
        : OnlyAt.from(node.asInt());
  }

  private static Expectation expectation(JsonNode node) {
    if (node.isObject()) {
      String word = node.fieldNames().next();
      return new Expectation(presence(word), Optional.of(node.path(word).asText()));
    }
    return new Expectation(presence(node.asText()), Optional.empty());
  }

  private static Expectation.Presence presence(String word) {
    return Expectation.Presence.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private Step step(JsonNode node) {
    Duration limit = Duration.ofSeconds(node.path("seconds").asInt(DEFAULT_SECONDS));
    if (node.has("k6")) {
      return new Step.K6(
          node.path("k6").asText(), texts(node.path("env")), node.path("summary").asText(), limit);
    }
    return new Step.Run(
        node.path("in").asText(),
        values(node.path("run")),
        text(node, "stdout"),
        values(node.path("fetch")),
        limit);
  }

  private static CaptureSpec capture(JsonNode node) {
    return new CaptureSpec(
        node.path("in").asText(),
        node.path("interface").asText("eth0"),
        node.path("filter").asText(),
        node.path("snap-length").asInt(DEFAULT_SNAP_LENGTH),
        node.path("file").asText(),
        node.path("marker-to").asText(),
        node.has("requests")
            ? Optional.of(
                new CaptureSpec.Requests(
                    node.path("requests").path("port").asInt(),
                    node.path("requests").path("at-least").asLong(),
                    node.path("requests").path("file").asText()))
            : Optional.empty());
  }

  private static Calibration calibration(JsonNode node, Map<String, List<Step>> procedures) {
    return new Calibration(
        node.path("id").asText(),
        node.path("title").asText(),
        node.path("unit").asText(),
        procedures.getOrDefault(node.path("procedure").asText(), List.of()),
        node.path("kind").asText(),
        node.path("of").asText(),
        node.path("baseline").asText(),
        node.path("target").asText(),
        node.path("tolerance").asDouble());
  }

  private Metric metric(JsonNode node) {
    return new Metric(
        node.path("id").asText(),
        node.path("title").asText(),
        node.path("unit").asText(),
        node.path("better").asText().equals("higher"),
        node.path("from").asText(),
        text(node, "label").map(label -> new Metric.Each(label, node.path("value").asText())));
  }

  private EffectSpec effect(JsonNode node) {
    return new EffectSpec(
        node.path("metric").asText(), node.path("fault").asText(), values(node.path("controls")));
  }

  private static Optional<String> text(JsonNode node, String field) {
    return node.has(field) ? Optional.of(node.path(field).asText()) : Optional.empty();
  }

  private static Optional<Long> number(JsonNode node, String field) {
    return node.has(field) ? Optional.of(node.path(field).asLong()) : Optional.empty();
  }

  private static List<String> values(JsonNode node) {
    if (node.isMissingNode()) {
      return List.of();
    }
    return node.isArray() ? list(node, JsonNode::asText) : List.of(node.asText());
  }

  private static Map<String, String> texts(JsonNode node) {
    return map(node, (key, value) -> value.asText());
  }

  private static <T> List<T> list(JsonNode node, Function<JsonNode, T> mapper) {
    List<T> items = new ArrayList<>();
    node.forEach(item -> items.add(mapper.apply(item)));
    return List.copyOf(items);
  }

  private static <T> Map<String, T> map(
      JsonNode node, java.util.function.BiFunction<String, JsonNode, T> mapper) {
    Map<String, T> items = new LinkedHashMap<>();
    node.properties().forEach(e -> items.put(e.getKey(), mapper.apply(e.getKey(), e.getValue())));
    return java.util.Collections.unmodifiableMap(items);
  }
}
