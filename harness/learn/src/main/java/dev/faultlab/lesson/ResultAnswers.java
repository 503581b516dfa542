package dev.faultlab.lesson;

import dev.faultlab.lesson.MeasuredAnswer.CannotTell;
import dev.faultlab.lesson.MeasuredAnswer.Interval;
import dev.faultlab.lesson.MeasuredAnswer.Place;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
    Evaluation on = new Evaluation(result);
    try {
      return answer(question.form(), on);
    } catch (NoAnswer e) {
      return new CannotTell(e.getMessage());
    }
  }

  /**
   * Texts of a question's explanation with the figures of this result.
   *
   * @return empty if it lacks one of them
   */
  public Optional<ExplanationFigures.Filled> filled(Question question, List<String> texts) {
    try {
      return Optional.of(ExplanationFigures.fill(question, texts, new Evaluation(result)));
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
    Evaluation on = new Evaluation(result);
    boolean chosen = question.form() instanceof AnswerForm.Choice;
    return Stream.concat(
            chosen ? Stream.empty() : question.form().queries(),
            question.figures().values().stream().flatMap(figure -> figure.value().queries()))
        .filter(ResultQuery.OfEffect.class::isInstance)
        .map(ResultQuery.OfEffect.class::cast)
        .flatMap(effect -> on.indistinguishable(effect).stream())
        .distinct()
        .toList();
  }

  private MeasuredAnswer answer(AnswerForm form, Evaluation on) {
    if (form instanceof AnswerForm.Number number) {
      Interval interval = on.number(number.answer());
      return new MeasuredAnswer.Number(interval, number.measure().unit(), run(on), on.places());
    }
    if (form instanceof AnswerForm.Choice choice) {
      return chosen(choice, on);
    }
    if (form instanceof AnswerForm.Order order) {
      Map<String, Interval> values = new LinkedHashMap<>();
      order.items().forEach(item -> values.put(item.id(), on.number(item.value())));
      List<String> items = new ArrayList<>(values.keySet());
      items.sort(Comparator.comparingDouble(id -> values.get(id).value()));
      return new MeasuredAnswer.Ordered(items, values, order.unit(), run(on), on.places());
    }
    AnswerForm.Curve curve = (AnswerForm.Curve) form;
    List<MeasuredAnswer.Spot> spots =
        curve.at().stream()
            .map(spot -> new MeasuredAnswer.Spot(spot.x(), on.number(spot.y())))
            .toList();
    return new MeasuredAnswer.Curve(spots, curve.measure().unit(), run(on), on.places());
  }

  private MeasuredAnswer chosen(AnswerForm.Choice choice, Evaluation on) {
    List<String> holding = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    String found = "";
    for (AnswerForm.Option option : choice.choices()) {
      Evaluation own = new Evaluation(result);
      if (own.holds(option.when())) {
        holding.add(option.id());
        places.addAll(own.places());
        found = own.found();
      }
    }
    if (holding.size() != 1) {
      return new CannotTell(
          holding.isEmpty() ? "none of the options holds" : "more than one holds: " + holding);
    }
    Optional<String> run = places.isEmpty() ? Optional.empty() : Optional.of(result.runId());
    return new MeasuredAnswer.Chosen(holding.get(0), found, run, places);
  }

  private Optional<String> run(Evaluation on) {
    return on.places().isEmpty() ? Optional.empty() : Optional.of(result.runId());
  }
}
