package dev.faultlab.lesson;

import dev.faultlab.effect.Bootstrap;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.lesson.Measured.Interval;
import dev.faultlab.lesson.Measured.Place;
import dev.faultlab.point.Selector;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads what bindings name in one result, and remembers where it stood. */
final class ResultQuery {
  private final RunResult result;
  private final Set<Place> places = new LinkedHashSet<>();
  private final Set<String> found = new LinkedHashSet<>();

  ResultQuery(RunResult result) {
    this.result = result;
  }

  /** A result lacks what a binding names; the message says what. */
  static final class MissingValue extends RuntimeException {
    MissingValue(String message) {
      super(message);
    }
  }

  List<Place> places() {
    return List.copyOf(places);
  }

  /** What was read, in words. */
  String found() {
    return String.join("; ", found);
  }

  Interval number(Formula formula) {
    if (formula instanceof Formula.Given given) {
      return new Interval(given.number(), given.number(), given.number(), 0);
    }
    if (formula instanceof Formula.Of of) {
      return finite(Arithmetic.of(of.operation(), of.parts().stream().map(this::number).toList()));
    }
    return read(((Formula.Read) formula).binding());
  }

  /** A division by nothing is no answer. */
  private static Interval finite(Interval found) {
    if (Double.isFinite(found.value())
        && Double.isFinite(found.low())
        && Double.isFinite(found.high())) {
      return found;
    }
    throw new MissingValue(
        String.format(
            Locale.ROOT,
            "what was measured comes to %s [%s, %s]; expected numbers",
            found.value(),
            found.low(),
            found.high()));
  }

  boolean holds(Condition condition) {
    if (condition instanceof Condition.Between between) {
      Interval interval = number(between.number());
      found.add(String.format(Locale.ROOT, "%.4g", interval.value()));
      return interval.low() >= between.least() && interval.high() < between.below();
    }
    if (condition instanceof Condition.OutcomeIs cameOut) {
      String word = outcome(cameOut.outcome());
      return word.equals(cameOut.as()) || word.startsWith(cameOut.as() + " ");
    }
    if (condition instanceof Condition.FactMatches says) {
      Pattern pattern = Pattern.compile(says.expression());
      return texts(says.fact()).stream().allMatch(text -> pattern.matcher(text).find());
    }
    if (condition instanceof Condition.Distinguishable told) {
      return distinguishable(told.effect()) == told.distinguishable();
    }
    if (condition instanceof Condition.All all) {
      return all.conditions().stream().allMatch(this::holds);
    }
    if (condition instanceof Condition.Not not) {
      return !holds(not.condition());
    }
    return ((Condition.Stated) condition).holds();
  }

  private boolean distinguishable(ResultReference.OfEffect wanted) {
    Effect effect = effect(wanted);
    int n = Math.min(effect.faultMedian().n(), effect.controlMedian().n());
    if (n < Effect.MINIMUM_SAMPLES) {
      throw new MissingValue(
          n + " trials a side tell nothing apart, expected at least " + Effect.MINIMUM_SAMPLES);
    }
    return effect.distinguishable();
  }

  private Interval read(ResultReference binding) {
    if (binding instanceof ResultReference.OfFact fact) {
      List<Double> samples = texts(fact).stream().map(text -> numeric(fact, text)).toList();
      return interval(Bootstrap.median(samples));
    }
    if (binding instanceof ResultReference.OfMetric metric) {
      Measurement measured = measurement(metric);
      place(measured.point(), measured.title());
      return interval(measured.estimate());
    }
    if (binding instanceof ResultReference.OfEffect effect) {
      Effect found = effect(effect);
      return interval(
          found.ratio().orElseThrow(() -> new MissingValue("effect " + effect + " has no ratio")));
    }
    if (binding instanceof ResultReference.OfCount count) {
      List<Outcome> outcomes = outcomes(count.at(), count.signature());
      outcomes.forEach(outcome -> place(outcome.point(), outcome.signature()));
      if (outcomes.stream().anyMatch(o -> o.state() == State.UNKNOWN)) {
        throw new MissingValue(count.signature() + " cannot be told somewhere at " + count.at());
      }
      double matching = outcomes.stream().filter(o -> o.state() == count.state()).count();
      int n = outcomes.stream().mapToInt(o -> o.observations().size()).sum();
      return new Interval(matching, matching, matching, n);
    }
    throw new MissingValue(binding + " is no number");
  }

  private Measurement measurement(ResultReference.OfMetric metric) {
    return result.measurements().stream()
        .filter(m -> m.metric().equals(metric.metric()))
        .filter(m -> metric.at().matches(m.point()) && m.within().equals(metric.within()))
        .findFirst()
        .orElseThrow(
            () ->
                new MissingValue(
                    "this run has no metric '"
                        + metric.metric()
                        + "' at "
                        + metric.at()
                        + (metric.within().isEmpty() ? "" : " within " + metric.within())));
  }

  /** What keeps a ratio from being told as a number; empty where it may be, or is not there. */
  Optional<String> untold(ResultReference.OfEffect wanted) {
    return find(wanted)
        .filter(effect -> !effect.distinguishable())
        .map(
            effect ->
                String.format(
                    Locale.ROOT,
                    "the ratio of '%s' of %s against %s, which are not told apart (p = %.2g)",
                    wanted.metric(),
                    wanted.fault(),
                    wanted.control(),
                    effect.p()));
  }

  private Optional<Effect> find(ResultReference.OfEffect wanted) {
    return result.effects().stream()
        .filter(e -> e.metric().equals(wanted.metric()) && e.within().equals(wanted.within()))
        .filter(e -> wanted.fault().matches(e.fault()) && wanted.control().matches(e.control()))
        .findFirst();
  }

  private Effect effect(ResultReference.OfEffect wanted) {
    Effect effect =
        find(wanted)
            .orElseThrow(
                () ->
                    new MissingValue(
                        "this run has no effect on '"
                            + wanted.metric()
                            + "' of "
                            + wanted.fault()
                            + " against "
                            + wanted.control()));
    place(effect.fault(), effect.metric());
    place(effect.control(), effect.metric());
    return effect;
  }

  private List<Outcome> outcomes(Selector at, String signature) {
    List<Outcome> outcomes =
        result.outcomes().stream()
            .filter(o -> o.signature().equals(signature) && at.matches(o.point()))
            .toList();
    if (outcomes.isEmpty()) {
      throw new MissingValue("this run has no signature '" + signature + "' at " + at);
    }
    return outcomes;
  }

  private String outcome(ResultReference.OfOutcome binding) {
    List<Outcome> outcomes = outcomes(binding.at(), binding.signature());
    Set<String> words = outcomes.stream().map(ResultQuery::words).collect(Collectors.toSet());
    outcomes.forEach(outcome -> place(outcome.point(), outcome.signature()));
    if (words.size() != 1) {
      throw new MissingValue(binding.signature() + " differs at " + binding.at() + ": " + words);
    }
    if (outcomes.stream().anyMatch(outcome -> outcome.state() == State.UNKNOWN)) {
      throw new MissingValue(binding.signature() + " cannot be told at " + binding.at());
    }
    String word = words.iterator().next();
    found.add(binding.signature() + " " + word);
    return word;
  }

  private static String words(Outcome outcome) {
    return outcome.state().name().toLowerCase(Locale.ROOT)
        + outcome.code().map(code -> " " + code).orElse("");
  }

  /** The fact in each trial of the first point that is meant; there is at least one. */
  private List<String> texts(ResultReference.OfFact fact) {
    Outcome outcome = outcomes(fact.at(), fact.signature()).get(0);
    if (outcome.observations().isEmpty()) {
      throw new MissingValue("no trial was carried out at " + result.name(outcome.point()));
    }
    List<String> texts = new ArrayList<>();
    for (Observation observation : outcome.observations()) {
      Fact<?> value =
          observation.facts().stream()
              .filter(f -> f.id().equals(fact.fact()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new MissingValue(
                          "a trial of "
                              + result.name(outcome.point())
                              + " lacks the fact '"
                              + fact.fact()
                              + "': "
                              + observation.reason()));
      texts.add(String.valueOf(value.value()));
      if (texts.size() == 1) {
        places.add(
            new Place(result.name(outcome.point()), value.name(), value.file(), value.where()));
        found.add(value.name() + " " + value.value());
      }
    }
    return texts;
  }

  private static double numeric(ResultReference.OfFact fact, String text) {
    String number = text;
    if (fact.numbered().isPresent()) {
      Matcher matcher = Pattern.compile(fact.numbered().get()).matcher(text);
      if (!matcher.find() || matcher.group(1) == null) {
        throw new MissingValue("fact '" + fact.fact() + "' is '" + text + "', which does not fit");
      }
      number = matcher.group(1);
    }
    try {
      double value = Double.parseDouble(number);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, with what is no finite number.
    }
    throw new MissingValue("fact '" + fact.fact() + "' is '" + number + "', expected a number");
  }

  private void place(dev.faultlab.point.Point point, String what) {
    places.add(new Place(result.name(point), what, "", ""));
  }

  private static Interval interval(Estimate estimate) {
    return new Interval(estimate.median(), estimate.low(), estimate.high(), estimate.n());
  }
}
