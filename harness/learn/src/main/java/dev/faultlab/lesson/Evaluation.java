package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.lesson.MeasuredAnswer.Interval;
import dev.faultlab.lesson.MeasuredAnswer.Place;
import dev.faultlab.point.Point;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.result.ResultQuery.CountQuery;
import dev.faultlab.result.ResultQuery.EffectQuery;
import dev.faultlab.result.ResultQuery.FactQuery;
import dev.faultlab.result.ResultQuery.MetricQuery;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.result.ResultQuery.OutcomeQuery;
import dev.faultlab.result.ResultReader;
import dev.faultlab.result.ResultReader.Several;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Evaluates formulas and conditions of a question on a result, and records where it read. */
final class Evaluation {
  private final RunResult result;
  private final ResultReader reader;
  private final Queries queries;
  private final Set<Place> places = new LinkedHashSet<>();
  private final Set<String> found = new LinkedHashSet<>();

  Evaluation(RunResult result, Question question) {
    this.result = result;
    this.queries = new Queries(question.declared());
    this.reader = new ResultReader(result, Several.FIRST);
  }

  List<Place> places() {
    return List.copyOf(places);
  }

  /** The values read, in words. */
  String found() {
    return String.join("; ", found);
  }

  Interval number(JsonNode formula) {
    if (formula.isNumber()) {
      double given = formula.asDouble();
      return new Interval(given, given, given, 0);
    }
    Optional<ResultQuery> query = queries.of(formula);
    if (query.isPresent()) {
      return read(query.get());
    }
    Map.Entry<String, JsonNode> only = formula.properties().iterator().next();
    List<Interval> parts = only.getValue().valueStream().map(this::number).toList();
    return finite(Arithmetic.of(only.getKey(), parts));
  }

  /** A division by zero has no answer. */
  private static Interval finite(Interval found) {
    if (DoubleStream.of(found.value(), found.low(), found.high()).allMatch(Double::isFinite)) {
      return found;
    }
    throw new NoAnswer(
        "what was measured comes to %s [%s, %s]; expected numbers"
            .formatted(found.value(), found.low(), found.high()));
  }

  boolean holds(JsonNode condition) {
    if (condition.has("all")) {
      return condition.path("all").valueStream().allMatch(this::holds);
    }
    if (condition.has("not")) {
      return !holds(condition.path("not"));
    }
    if (condition.has("stated")) {
      return condition.path("stated").asBoolean();
    }
    Optional<ResultQuery> query = queries.of(condition);
    if (query.isEmpty()) {
      return between(condition);
    }
    if (query.get() instanceof OutcomeQuery outcome) {
      // A state, or a state and a code as in "absent cached".
      String expectedOutcome = condition.path("outcome").asText();
      String word = outcome(outcome);
      return word.equals(expectedOutcome) || word.startsWith(expectedOutcome + " ");
    }
    if (query.get() instanceof EffectQuery effect) {
      return distinguishable(effect) == condition.path("told").asBoolean();
    }
    Pattern says = Pattern.compile(condition.path("says").asText());
    return texts((FactQuery) query.get()).stream().allMatch(text -> says.matcher(text).find());
  }

  /** The whole measured interval must be. */
  private boolean between(JsonNode condition) {
    Interval interval = number(queries.compared(condition));
    found.add(String.format(Locale.ROOT, "%.4g", interval.value()));
    return interval.low() >= condition.path("least").asDouble(Double.NEGATIVE_INFINITY)
        && interval.high() < condition.path("below").asDouble(Double.POSITIVE_INFINITY);
  }

  private boolean distinguishable(EffectQuery query) {
    Effect effect = effect(query);
    int n = Math.min(effect.faultMedian().n(), effect.controlMedian().n());
    if (n < Effect.MINIMUM_SAMPLES) {
      throw new NoAnswer(
          n + " trials a side tell nothing apart, expected at least " + Effect.MINIMUM_SAMPLES);
    }
    return effect.distinguishable();
  }

  private Interval read(ResultQuery query) {
    Estimate found = reader.number(query);
    if (query instanceof FactQuery fact) {
      texts(fact);
    } else if (query instanceof MetricQuery metric) {
      Measurement measured = reader.metric(metric);
      place(measured.point(), measured.title());
    } else if (query instanceof EffectQuery effect) {
      effect(effect);
    } else if (query instanceof CountQuery count) {
      reader
          .outcomes(count.signature(), count.at())
          .forEach(outcome -> place(outcome.point(), outcome.signature()));
    }
    return new Interval(found.median(), found.low(), found.high(), found.n());
  }

  /** Why a ratio must not be given as a number; empty if it may, or does not exist. */
  Optional<String> indistinguishable(EffectQuery query) {
    String text = "the ratio of '%s' of %s to %s, but the trials show no difference (p = %.2g)";
    return reader
        .effects(query)
        .findFirst()
        .filter(effect -> !effect.distinguishable())
        .map(
            e ->
                String.format(
                    Locale.ROOT, text, query.metric(), query.fault(), query.control(), e.p()));
  }

  private Effect effect(EffectQuery query) {
    Effect effect = reader.effect(query);
    place(effect.fault(), effect.metric());
    place(effect.control(), effect.metric());
    return effect;
  }

  private String outcome(OutcomeQuery query) {
    List<Outcome> outcomes = reader.outcomes(query.signature(), query.at());
    Set<String> words = outcomes.stream().map(Evaluation::words).collect(Collectors.toSet());
    outcomes.forEach(outcome -> place(outcome.point(), outcome.signature()));
    if (words.size() != 1) {
      throw new NoAnswer(query.signature() + " differs at " + query.at() + ": " + words);
    }
    if (outcomes.stream().anyMatch(outcome -> outcome.state() == State.UNKNOWN)) {
      throw new NoAnswer(query.signature() + " is inconclusive at " + query.at());
    }
    String word = words.iterator().next();
    found.add(query.signature() + " " + word);
    return word;
  }

  private static String words(Outcome outcome) {
    return outcome.state().name().toLowerCase(Locale.ROOT)
        + outcome.code().map(code -> " " + code).orElse("");
  }

  /** The fact in each trial of the first selected point; there is at least one. */
  private List<String> texts(FactQuery query) {
    List<Fact<?>> facts = reader.facts(query);
    Fact<?> first = facts.get(0);
    String point = result.name(reader.holder(query).point());
    places.add(new Place(point, first.name(), first.file(), first.where()));
    found.add(first.name() + " " + first.value());
    return facts.stream().map(fact -> String.valueOf(fact.value())).toList();
  }

  private void place(Point point, String what) {
    places.add(new Place(result.name(point), what, "", ""));
  }
}
