package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.signature.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

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

  private static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  static String word(Stage stage) {
    return stage.name().toLowerCase(Locale.ROOT);
  }

  private Question question(String id, Stage stage, JsonNode node) {
    return new Question(
        id,
        stage,
        RunForm.of(node.path("quick").asBoolean(true)),
        node.path("result").asText(root.path("lab").asText()),
        form(node),
        figures(node),
        elements(node.path("links")).map(JsonNode::asText).toList());
  }

  private static Map<String, ExplanationFigure> figures(JsonNode node) {
    FormulaMapper read = new FormulaMapper(node);
    Map<String, ExplanationFigure> figures = new LinkedHashMap<>();
    node.path("figures")
        .properties()
        .forEach(
            field ->
                figures.put(
                    field.getKey(),
                    new ExplanationFigure(
                        read.formula(field.getValue().path("value")),
                        field.getValue().path("unit").asText("1"),
                        field.getValue().path("digits").asInt(2))));
    return java.util.Collections.unmodifiableMap(figures);
  }

  private static AnswerForm form(JsonNode node) {
    FormulaMapper read = new FormulaMapper(node);
    if (node.has("number")) {
      return new AnswerForm.Number(measure(node.path("number")), read.formula(node.path("answer")));
    }
    if (node.has("choice")) {
      return new AnswerForm.Choice(
          node.path("choice").properties().stream()
              .map(f -> new AnswerForm.Option(f.getKey(), read.condition(f.getValue())))
              .toList(),
          node.path("explained").asText());
    }
    if (node.has("order")) {
      JsonNode order = node.path("order");
      return new AnswerForm.Order(
          order.path("unit").asText(),
          order.path("items").properties().stream()
              .map(f -> new AnswerForm.Item(f.getKey(), read.formula(f.getValue())))
              .toList());
    }
    JsonNode curve = node.path("curve");
    return new AnswerForm.Curve(
        curve.path("axis").asText(),
        measure(curve.path("measure")),
        curve.path("spots").properties().stream()
            .map(f -> new AnswerForm.Spot(Value.of(f.getKey()), read.formula(f.getValue())))
            .toList());
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

  /** Parses formulas and conditions; what they leave out is in their question. */
  private record FormulaMapper(JsonNode question) {

    Formula formula(JsonNode node) {
      if (node.isNumber()) {
        return new Formula.Given(node.asDouble());
      }
      if (node.has("fact") && !node.has("effect")) {
        return new Formula.Read(fact(node));
      }
      if (node.has("metric")) {
        return new Formula.Read(
            new ResultQuery.OfMetric(
                node.path("metric").asText(), selector(at(node), node.path("within"))));
      }
      if (node.has("effect")) {
        return new Formula.Read(effect(node));
      }
      if (node.has("count")) {
        State state = State.valueOf(node.path("count").asText().toUpperCase(Locale.ROOT));
        return new Formula.Read(new ResultQuery.OfCount(of(node), state, selector(at(node))));
      }
      Map.Entry<String, JsonNode> only = node.properties().iterator().next();
      return new Formula.Of(
          Formula.Operation.valueOf(only.getKey().toUpperCase(Locale.ROOT).replace('-', '_')),
          elements(only.getValue()).map(this::formula).toList());
    }

    AnswerCondition condition(JsonNode node) {
      if (node.has("outcome")) {
        return new AnswerCondition.OutcomeIs(
            new ResultQuery.OfOutcome(of(node), selector(at(node))), node.path("outcome").asText());
      }
      if (node.has("says")) {
        return new AnswerCondition.FactMatches(fact(node), node.path("says").asText());
      }
      if (node.has("told")) {
        return new AnswerCondition.Distinguishable(effect(node), node.path("told").asBoolean());
      }
      if (node.has("all")) {
        return new AnswerCondition.All(elements(node.path("all")).map(this::condition).toList());
      }
      if (node.has("not")) {
        return new AnswerCondition.Not(condition(node.path("not")));
      }
      if (node.has("stated")) {
        return new AnswerCondition.Stated(node.path("stated").asBoolean());
      }
      return new AnswerCondition.Between(
          formula(node.has("number") ? node.path("number") : question.path("read")),
          node.path("least").asDouble(Double.NEGATIVE_INFINITY),
          node.path("below").asDouble(Double.POSITIVE_INFINITY));
    }

    private ResultQuery.OfFact fact(JsonNode node) {
      return new ResultQuery.OfFact(
          Optional.of(of(node)),
          node.path("fact").asText(),
          selector(at(node)),
          Optional.of(node.path("numbered").asText()).filter(text -> !text.isEmpty()));
    }

    private static ResultQuery.OfEffect effect(JsonNode node) {
      return new ResultQuery.OfEffect(
          node.path("effect").asText(),
          selector(node.path("fault"), node.path("within")),
          selector(node.path("control"), node.path("within")));
    }

    private String of(JsonNode node) {
      return (node.has("of") ? node : question).path("of").asText();
    }

    private JsonNode at(JsonNode node) {
      return (node.has("at") ? node : question).path("at");
    }

    /** Settings of a point, in parts; the load inside the trial is one of its axes. */
    private static Selector selector(JsonNode... parts) {
      Map<String, Value> at = new LinkedHashMap<>();
      for (JsonNode part : parts) {
        part.properties().forEach(f -> at.put(f.getKey(), Value.of(f.getValue().asText())));
      }
      Optional<String> variant = Optional.ofNullable(at.remove("variant")).map(Value::toString);
      return new Selector(variant, at);
    }
  }
}
