package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Turns a tree that satisfies the schema of lesson.yaml into records. */
record LessonMapper(JsonNode root) {
  Map<Stage, Integer> minutes() {
    Map<Stage, Integer> minutes = new LinkedHashMap<>();
    for (Stage stage : Stage.values()) {
      minutes.put(stage, root.path("minutes").path(word(stage)).asInt());
    }
    return java.util.Collections.unmodifiableMap(minutes);
  }

  List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    for (Stage stage : List.of(Stage.PREDICT, Stage.TRANSFER)) {
      root.path(word(stage))
          .properties()
          .forEach(field -> questions.add(question(field.getKey(), stage, field.getValue())));
    }
    return List.copyOf(questions);
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private Question question(String id, Stage stage, JsonNode node) {
    return new Question(
        id,
        stage,
        RunForm.of(node.path("quick").asBoolean(true)),
        node.path("result").asText(root.path("lab").asText()),
        form(node),
        List.copyOf(options(node)),
        figures(node),
        Queries.children(node.path("links")).map(JsonNode::asText).toList(),
        node);
  }

  private static Map<String, ExplanationFigure> figures(JsonNode node) {
    Map<String, ExplanationFigure> figures = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : node.path("figures").properties()) {
      JsonNode figure = field.getValue();
      String unit = figure.path("unit").asText("1");
      figures.put(
          field.getKey(),
          new ExplanationFigure(figure.path("value"), unit, figure.path("digits").asInt(2)));
    }
    return java.util.Collections.unmodifiableMap(figures);
  }

  private static Set<String> options(JsonNode node) {
    Set<String> options = new LinkedHashSet<>();
    node.path("choice").fieldNames().forEachRemaining(options::add);
    node.at("/order/items").fieldNames().forEachRemaining(options::add);
    return options;
  }

  private static AnswerForm form(JsonNode node) {
    Kind kind = Stream.of(Kind.values()).filter(k -> node.has(word(k))).findFirst().orElseThrow();
    JsonNode curve = node.path("curve");
    JsonNode measure = kind == Kind.NUMBER ? node.path("number") : curve.path("measure");
    return new AnswerForm(
        kind,
        measure.isMissingNode() ? Optional.empty() : Optional.of(measure(measure)),
        Optional.ofNullable(node.path("order").get("unit")).map(JsonNode::asText),
        Optional.ofNullable(curve.get("axis")).map(JsonNode::asText),
        curve.path("spots").properties().stream().map(spot -> Value.of(spot.getKey())).toList());
  }

  private static AnswerForm.Measure measure(JsonNode node) {
    return new AnswerForm.Measure(
        node.path("unit").asText(),
        AnswerForm.Scale.valueOf(node.path("scale").asText().toUpperCase(Locale.ROOT)),
        node.path("from").asDouble(),
        node.path("to").asDouble(),
        node.path("right").asDouble(),
        node.path("near").asDouble());
  }
}
