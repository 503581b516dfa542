package dev.faultlab.lesson;

import dev.faultlab.lesson.Measured.CannotTell;
import dev.faultlab.lesson.Measured.Interval;
import dev.faultlab.lesson.Measured.Place;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a result the questions of a lesson. */
public final class Answers {
  private final RunResult result;

  public Answers(RunResult result) {
    this.result = result;
  }

  /**
   * What the result says to a question.
   *
   * @return {@link CannotTell} with the reason where it does not have what the question asks for
   */
  public Measured to(Question question) {
    ResultQuery lookup = new ResultQuery(result);
    try {
      return answer(question.form(), lookup);
    } catch (ResultQuery.MissingValue e) {
      return new CannotTell(e.getMessage());
    }
  }

  /**
   * Texts of a question's explanation with the figures of this result.
   *
   * @return empty where it lacks one of them
   */
  public Optional<ExplanationFigures.Filled> filled(Question question, List<String> texts) {
    try {
      return Optional.of(ExplanationFigures.fill(question, texts, new ResultQuery(result)));
    } catch (ResultQuery.MissingValue e) {
      return Optional.empty();
    }
  }

  /**
   * Ratios that a question gives as numbers, in its answer or a figure, although this result does
   * not tell the two sides apart.
   *
   * @return in words, each once
   */
  List<String> untold(Question question) {
    ResultQuery lookup = new ResultQuery(result);
    return QuestionReferences.numbers(question).stream()
        .filter(ResultReference.OfEffect.class::isInstance)
        .map(ResultReference.OfEffect.class::cast)
        .flatMap(effect -> lookup.untold(effect).stream())
        .distinct()
        .toList();
  }

  private Measured answer(Form form, ResultQuery lookup) {
    if (form instanceof Form.Number number) {
      Interval interval = lookup.number(number.answer());
      return new Measured.Number(interval, number.measure().unit(), run(lookup), lookup.places());
    }
    if (form instanceof Form.Choice choice) {
      return chosen(choice, lookup);
    }
    if (form instanceof Form.Order order) {
      Map<String, Interval> values = new LinkedHashMap<>();
      order.items().forEach(item -> values.put(item.id(), lookup.number(item.value())));
      List<String> items = new ArrayList<>(values.keySet());
      items.sort(Comparator.comparingDouble(id -> values.get(id).value()));
      return new Measured.Ordered(items, values, order.unit(), run(lookup), lookup.places());
    }
    Form.Curve curve = (Form.Curve) form;
    List<Measured.Spot> spots =
        curve.at().stream()
            .map(spot -> new Measured.Spot(spot.x(), lookup.number(spot.y())))
            .toList();
    return new Measured.Curve(spots, curve.measure().unit(), run(lookup), lookup.places());
  }

  private Measured chosen(Form.Choice choice, ResultQuery lookup) {
    List<String> holding = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    String found = "";
    for (Form.Option option : choice.choices()) {
      ResultQuery own = new ResultQuery(result);
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
    return new Measured.Chosen(holding.get(0), found, run, places);
  }

  private Optional<String> run(ResultQuery lookup) {
    return lookup.places().isEmpty() ? Optional.empty() : Optional.of(result.runId());
  }
}
