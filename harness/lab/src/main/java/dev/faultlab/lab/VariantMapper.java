package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the variants, which are declared in groups: a group's entries apply to each of its variants
 * that does not override them.
 */
final class VariantMapper {

  private static final String ELSE = "else";

  private final JsonNode root;

  /** The procedure of variants that name none; empty if there are several. */
  private final String defaultProcedure;

  VariantMapper(JsonNode root) {
    this.root = root;
    List<String> procedures = new ArrayList<>(LabMapper.names(root.path("procedures")));
    procedures.remove(root.path("ready").asText());
    this.defaultProcedure = procedures.size() == 1 ? procedures.get(0) : "";
  }

  List<Variant> all() {
    List<Variant> variants = new ArrayList<>();
    for (JsonNode group : root.path("variants")) {
      group
          .path("each")
          .properties()
          .forEach(field -> variants.add(variant(field.getKey(), field.getValue(), group)));
    }
    return List.copyOf(variants);
  }

  private Variant variant(String id, JsonNode own, JsonNode group) {
    RunForm minForm = RunForm.of(ownOrGroups(own, group, "quick").asBoolean(true));
    String procedure = ownOrGroups(own, group, "do").asText(defaultProcedure);
    boolean capture =
        root.has("capture")
            && ownOrGroups(own, group, "capture")
                .asBoolean(root.path("procedures").path(procedure).path("capture").asBoolean(true));
    Map<String, String> with = new LinkedHashMap<>(LabMapper.texts(root.path("with")));
    with.putAll(merged(own, group, "with", JsonNode::asText));
    return new Variant(
        id,
        own.path("title").asText(id.replace('-', ' ')),
        blocks(ownOrGroups(own, group, "at"), minForm),
        merged(own, group, "only", AllowedValues::of),
        merged(own, group, "stack", JsonNode::asText),
        new TrialSpec(procedure, with, capture, ownOrGroups(own, group, "once").asBoolean(false)),
        merged(own, group, "expect", this::expected));
  }

  private static JsonNode ownOrGroups(JsonNode own, JsonNode group, String field) {
    return own.has(field) ? own.path(field) : group.path(field);
  }

  private static <T> Map<String, T> merged(
      JsonNode own, JsonNode group, String field, Function<JsonNode, T> mapper) {
    Map<String, T> values =
        new LinkedHashMap<>(LabMapper.map(group.path(field), (k, v) -> mapper.apply(v)));
    values.putAll(LabMapper.map(own.path(field), (k, v) -> mapper.apply(v)));
    return java.util.Collections.unmodifiableMap(values);
  }

  private static List<PointSet> blocks(JsonNode declared, RunForm minForm) {
    if (declared.isArray()) {
      return LabMapper.list(declared, node -> block(node, minForm));
    }
    return List.of(block(declared, minForm));
  }

  private static PointSet block(JsonNode node, RunForm minForm) {
    Map<String, List<Value>> at =
        new LinkedHashMap<>(LabMapper.map(node, (axis, v) -> LabMapper.settings(v)));
    at.remove("quick");
    return new PointSet(at, node.path("quick").asBoolean(true) ? minForm : RunForm.FULL);
  }

  private Expected expected(JsonNode node) {
    if (node.isArray()) {
      List<Expected.Case> cases = new ArrayList<>();
      for (JsonNode one : node) {
        if (!one.has(ELSE)) {
          cases.add(
              new Expected.Case(
                  List.copyOf(LabMapper.map(one.path("when"), this::condition).values()),
                  expectation(one.path("is"))));
        }
      }
      return new Expected(cases, expectation(node.path(node.size() - 1).path(ELSE)));
    }
    if (node.isObject() && !isExpectation(node)) {
      String name = node.fieldNames().next();
      List<Expected.Case> cases = new ArrayList<>();
      for (String value : LabMapper.names(node.path(name))) {
        if (!value.equals(ELSE)) {
          cases.add(
              new Expected.Case(
                  List.of(condition(name, AllowedValues.parse(value))),
                  expectation(node.path(name).path(value))));
        }
      }
      return new Expected(cases, expectation(node.path(name).path(ELSE)));
    }
    return Expected.always(expectation(node));
  }

  private Condition condition(String name, JsonNode values) {
    return condition(name, AllowedValues.of(values));
  }

  /** A name that is no fact is an axis; whether there is such an axis is checked later. */
  private Condition condition(String name, AllowedValues values) {
    for (JsonNode question : root.path("ran")) {
      if (question.path("fact").asText().equals(name)) {
        return new Condition(question.path("axis").asText(), Optional.of(name), values);
      }
    }
    return new Condition(name, Optional.empty(), values);
  }

  private static boolean isExpectation(JsonNode node) {
    String word = node.fieldNames().next();
    return word.equals("present") || word.equals("absent");
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
}
