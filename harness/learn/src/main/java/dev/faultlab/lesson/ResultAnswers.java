package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.MeasuredAnswer.CannotTell;
import dev.faultlab.lesson.MeasuredAnswer.Interval;
import dev.faultlab.lesson.MeasuredAnswer.Place;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Evaluates the questions of a lesson on a result. */
public record ResultAnswers(RunResult result) {
  /**
   * The result's answer to a question.
   *
   * @return {@link CannotTell} with the reason if the result lacks what the question needs
   */
  public MeasuredAnswer to(Question question) {
    Evaluation evaluation = new Evaluation(result, question);
    try {
      return question.isChoice() ? chosen(question) : answer(question, evaluation);
    } catch (NoAnswer e) {
      return new CannotTell(e.getMessage());
    }
  }

  /**
   * Texts of a question's explanation with the figures of this result.
   *
   * @return empty if it lacks one of them
   */
  public Optional<ExplanationFigures.FilledTexts> fillIn(Question question, List<String> texts) {
    try {
      return Optional.of(
          ExplanationFigures.fill(question, texts, new Evaluation(result, question)));
    } catch (NoAnswer e) {
      return Optional.empty();
    }
  }

  /**
   * Ratios that a question gives as numbers, in its answer or a figure, although the difference is
   * not significant in this result.
   *
   * @return in words, each once
   */
  List<String> indistinguishable(Question question) {
    Evaluation evaluation = new Evaluation(result, question);
    Queries queries = new Queries(question.declared());
    Stream<JsonNode> given = question.isChoice() ? Stream.empty() : queries.ofAnswer();
    return Stream.concat(given, queries.ofFigures())
        .flatMap(node -> queries.of(node).stream())
        .filter(ResultQuery.EffectQuery.class::isInstance)
        .map(ResultQuery.EffectQuery.class::cast)
        .flatMap(effect -> evaluation.indistinguishable(effect).stream())
        .distinct()
        .toList();
  }

  private static MeasuredAnswer answer(Question question, Evaluation on) {
    JsonNode declared = question.declared();
    Stream<Map.Entry<String, JsonNode>> formulas =
        question.kind() == Kind.NUMBER
            ? Stream.of(Map.entry("", declared.path("answer")))
            : Stream.of(declared.at("/order/items"), declared.at("/curve/spots"))
                .flatMap(JsonNode::propertyStream);
    List<Map.Entry<String, Interval>> values =
        new ArrayList<>(formulas.map(f -> Map.entry(f.getKey(), on.number(f.getValue()))).toList());
    if (question.kind() == Kind.ORDER) {
      values.sort(Comparator.comparingDouble(item -> item.getValue().value()));
    }
    return new MeasuredAnswer.Found(
        values.stream().map(Map.Entry::getKey).toList(),
        values.stream().map(Map.Entry::getValue).toList(),
        "",
        on.places());
  }

  private MeasuredAnswer chosen(Question question) {
    List<String> holding = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    String found = "";
    for (String option : question.options()) {
      Evaluation evaluation = new Evaluation(result, question);
      if (evaluation.holds(question.declared().path("choice").path(option))) {
        holding.add(option);
        places.addAll(evaluation.places());
        found = evaluation.found();
      }
    }
    if (holding.size() != 1) {
      return new CannotTell(
          holding.isEmpty() ? "none of the options holds" : "more than one holds: " + holding);
    }
    return new MeasuredAnswer.Found(holding, List.of(), found, places);
  }
}
