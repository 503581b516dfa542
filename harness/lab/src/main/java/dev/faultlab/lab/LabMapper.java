package dev.faultlab.lab;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Json;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.text.Suggestion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Turns a tree that satisfies the schema into records. */
final class LabMapper {

  private static final int DEFAULT_SECONDS = 120;

  /** What is left out is empty. */
  private static final ObjectMapper MAPPER =
      Json.MAPPER
          .copy()
          .setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final ObjectNode root;
  private final Path folder;
  private final VariantMapper variants;

  /**
   * @throws MisplacedException when its services cannot be started
   */
  LabMapper(JsonNode declared, Path folder) {
    this.root = declared.deepCopy();
    this.folder = folder;
    LabImages.qualify(root, folder);
    StackFile.of(root, folder).ifPresent(text -> root.put("compose", text));
    this.variants = new VariantMapper(root);
  }

  Lab lab() {
    Lab.StackParts stack = bound(root, Lab.StackParts.class);
    Map<String, Parameter> parameters =
        new LinkedHashMap<>(
            map(root.path("parameters"), (name, node) -> parameter(name, node, stack.images())));
    parameters.put(Lab.TRIALS, parameter(Lab.TRIALS, trials(), Map.of()));
    return new Lab(
        root.path("lab").asText(),
        root.path("title").asText(),
        folder,
        parameters,
        map(root.path("settings"), this::setting),
        variants.all(),
        stack,
        new Lab.Steps(
            map(root.path("procedures"), (name, node) -> procedure(name)),
            text(root, "ready"),
            Optional.ofNullable(root.get("capture")).map(spec -> bound(spec, CaptureSpec.class)),
            list(root.path("ran"), this::question)),
        new Lab.Readings(
            map(root.path("signatures"), (id, entry) -> texts(entry)),
            List.copyOf(map(root.path("metrics"), LabMapper::metric).values()),
            list(root.path("effects"), this::effects).stream().flatMap(List::stream).toList(),
            list(root.path("calibrations"), this::calibration),
            texts(root.path("provenance")),
            map(root.path("faulty"), Faulty::declared),
            text(root, "deterministic")));
  }

  /** A part that needs no mapping. */
  static <T> T bound(JsonNode part, Class<T> type) {
    try {
      return MAPPER.treeToValue(part, type);
    } catch (JsonMappingException e) {
      Object[] path = e.getPath().stream().map(step -> step.getFieldName()).toArray();
      String what = e.getCause() == null ? e.getOriginalMessage() : e.getCause().getMessage();
      throw new MisplacedException(YamlTree.words(List.of(path)) + ": " + what, path);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree is not parsed", e);
    }
  }

  private JsonNode trials() {
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("help", "trials of each point; at least 5 a side for an effect to be claimed");
    node.put("default", 5).put("minimum", 1).put("maximum", 100);
    return root.has(Lab.TRIALS)
        ? node.setAll((ObjectNode) root.path(Lab.TRIALS))
        : node.put("quick", 1);
  }

  private static Parameter parameter(String name, JsonNode node, Map<String, Requirement> images) {
    List<Value> defaults = settings(node.path("default"));
    Optional<Binding> binding =
        images.entrySet().stream()
            .filter(e -> Template.names(e.getValue().toString()).contains(name))
            .findFirst()
            .map(e -> new Binding(e.getKey(), e.getValue()));
    Parameter.Use use =
        node.path("axis").asBoolean(false)
            ? Parameter.Use.AXIS
            : node.path("list").asBoolean(false) ? Parameter.Use.LIST : Parameter.Use.ONE;
    return new Parameter(
        name,
        node.path("option").asText(name),
        node.path("help")
            .asText(
                binding.map(b -> name + " of " + b.requirement()).orElse(name.replace('-', ' '))),
        defaults,
        node.has("quick") ? settings(node.path("quick")) : defaults,
        new Parameter.Limits(
            use,
            settings(node.path("minimum")).stream().findFirst(),
            text(node, "maximum").map(Long::valueOf),
            settings(node.path("choices"))),
        binding);
  }

  private Setting setting(String name, JsonNode node) {
    String placeholder = node.path("with").asText();
    JsonNode value = root.path("with").path(placeholder);
    if (value.isMissingNode()) {
      throw new MisplacedException(
          "settings.%s.with: '%s' is not in the lab's 'with'%s"
              .formatted(name, placeholder, Suggestion.hint(placeholder, names(root.path("with")))),
          "settings",
          name);
    }
    return new Setting(name, node.path("help").asText(), placeholder, Value.of(value.asText()));
  }

  private Procedure procedure(String name) {
    JsonNode node = root.path("procedures").path(name);
    return new Procedure(steps(name, new LinkedHashSet<>()), texts(node.path("inputs")));
  }

  /** The steps of a procedure, with called procedures expanded. */
  private List<Step> steps(String name, Set<String> within) {
    within.add(name);
    List<Step> steps = new ArrayList<>();
    JsonNode node = root.path("procedures").path(name);
    for (JsonNode step : node.isArray() ? node : node.path("steps")) {
      if (step.has("do")) {
        String called = step.path("do").asText();
        String where = "procedures." + name + ": do: ";
        if (within.contains(called)) {
          throw new MisplacedException(
              where
                  + "'%s' leads back to '%1$s', and %s would never end; take out one of these calls"
                      .formatted(called, String.join(" -> ", within)),
              "procedures",
              name);
        }
        requireProcedure(root, called, where, "procedures", name);
        steps.addAll(steps(called, within));
      } else {
        if (step.has("fetch") && StackFile.runsInGuest(root, step)) {
          throw new MisplacedException(
              "a guest has no /evidence to fetch from; print the file, and keep it with 'stdout'",
              "procedures",
              name);
        }
        steps.add(step(step));
      }
    }
    within.remove(name);
    return List.copyOf(steps);
  }

  private Step step(JsonNode node) {
    Duration limit = Duration.ofSeconds(node.path("seconds").asInt(DEFAULT_SECONDS));
    if (node.has("k6")) {
      return new Step.K6(
          node.path("k6").asText(), texts(node.path("env")), node.path("summary").asText(), limit);
    }
    List<String> exec = StackFile.runsInGuest(root, node) ? List.of("vm", "exec", "--") : List.of();
    return new Step.Program(
        node.path("in").asText(),
        Stream.concat(exec.stream(), values(node.path("run")).stream()).toList(),
        text(node, "stdout"),
        values(node.path("fetch")),
        limit);
  }

  private VersionQuery question(JsonNode node) {
    return new VersionQuery(
        node.path("axis").asText(), text(node, "fact"), (Step.Program) step(node));
  }

  /** Throws unless there is such a procedure. */
  static void requireProcedure(JsonNode root, String procedure, String where, Object... path) {
    List<String> known = names(root.path("procedures"));
    if (!known.contains(procedure)) {
      throw new MisplacedException(
          where + "no procedure '" + procedure + "'" + Suggestion.hint(procedure, known), path);
    }
  }

  private Calibration calibration(JsonNode node) {
    String name = node.path("procedure").asText();
    requireProcedure(root, name, "calibrations: procedure: ", "calibrations");
    return new Calibration(
        node.path("id").asText(),
        node.path("title").asText(),
        node.path("unit").asText(),
        procedure(name).steps(),
        new Calibration.Names(node.path("of").asText(), node.path("baseline").asText()),
        node.path("target").asText(),
        node.path("tolerance").asDouble());
  }

  private static Metric metric(String id, JsonNode node) {
    return new Metric(
        id,
        node.path("title").asText(id.replace('-', ' ')),
        node.path("unit").asText(),
        node.path("better").asText().equals("higher"),
        node.path("from").asText(),
        text(node, "label").map(label -> new Metric.Elements(label, node.path("value").asText())));
  }

  /** One effect for each metric that is compared in the same way. */
  private List<EffectSpec> effects(JsonNode node) {
    Selector fault = selector(node.path("fault"));
    List<Selector> controls = list(node.path("controls"), LabMapper::selector);
    RunForm minForm = RunForm.of(node.path("quick").asBoolean(false));
    return values(node.path("metric")).stream()
        .map(metric -> new EffectSpec(metric, fault, controls, minForm))
        .toList();
  }

  private static Selector selector(JsonNode node) {
    if (node.isTextual()) {
      return new Selector(Optional.of(node.asText()), Map.of());
    }
    Map<String, Value> at = new LinkedHashMap<>(map(node, (axis, v) -> Value.of(v.asText())));
    at.remove("variant");
    return new Selector(text(node, "variant"), at);
  }

  static List<String> names(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).toList();
  }

  static Optional<String> text(JsonNode node, String field) {
    return node.has(field) ? Optional.of(node.path(field).asText()) : Optional.empty();
  }

  static List<Value> settings(JsonNode node) {
    return values(node).stream().map(Value::of).toList();
  }

  static List<String> values(JsonNode node) {
    return node.isArray() || node.isMissingNode()
        ? list(node, JsonNode::asText)
        : List.of(node.asText());
  }

  static Map<String, String> texts(JsonNode node) {
    return map(node, (key, value) -> value.asText());
  }

  static <T> List<T> list(JsonNode node, Function<JsonNode, T> mapper) {
    return node.valueStream().map(mapper).toList();
  }

  static <T> Map<String, T> map(JsonNode node, BiFunction<String, JsonNode, T> mapper) {
    Map<String, T> items = new LinkedHashMap<>();
    node.properties()
        .forEach(each -> items.put(each.getKey(), mapper.apply(each.getKey(), each.getValue())));
    return java.util.Collections.unmodifiableMap(items);
  }
}
