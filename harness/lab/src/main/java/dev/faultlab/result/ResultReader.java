package dev.faultlab.result;

import dev.faultlab.effect.Bootstrap;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.point.Selector;
import dev.faultlab.result.ResultQuery.CountQuery;
import dev.faultlab.result.ResultQuery.EffectQuery;
import dev.faultlab.result.ResultQuery.FactQuery;
import dev.faultlab.result.ResultQuery.MetricQuery;
import dev.faultlab.result.ResultQuery.NoAnswer;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Answers queries from one stored result. Every method throws {@link NoAnswer} if the result lacks
 * the answer.
 */
public record ResultReader(RunResult run, Several several) {

  /** What to do when several points of the result match a query. */
  public enum Several {
    /** Reject it: a figure of a document must name one point. */
    REFUSED,
    /** Use the first: a lesson also queries runs with more points than the committed one. */
    FIRST
  }

  /** The numeric answer to a query, with its interval. */
  public Estimate number(ResultQuery query) {
    if (query instanceof MetricQuery metric) {
      return metric(metric).estimate();
    }
    if (query instanceof EffectQuery effect) {
      return effect(effect)
          .ratio()
          .orElseThrow(() -> new NoAnswer("the effect on '" + effect.metric() + "' has no ratio"));
    }
    if (query instanceof FactQuery fact) {
      return Bootstrap.median(facts(fact).stream().map(f -> numeric(fact, f)).toList());
    }
    if (query instanceof CountQuery count) {
      List<Outcome> outcomes = outcomes(count.signature(), count.at());
      if (outcomes.stream().anyMatch(o -> o.state() == State.UNKNOWN)) {
        throw new NoAnswer(count.signature() + " is inconclusive at a point of " + count.at());
      }
      double matching = outcomes.stream().filter(o -> o.state() == count.state()).count();
      int n = outcomes.stream().mapToInt(o -> o.observations().size()).sum();
      return new Estimate(matching, matching, matching, n);
    }
    throw new NoAnswer(query + " is no number");
  }

  /** One metric; with a load inside the trial if it has several. */
  public Measurement metric(MetricQuery query) {
    return single(
        "metric '" + query.metric() + "' at " + query.at(),
        run.measurements().stream()
            .filter(m -> m.metric().equals(query.metric()) && query.at().matches(m.place()))
            .toList(),
        Measurement::point);
  }

  /** One metric between two points. */
  public Effect effect(EffectQuery query) {
    return single(
        "effect on '" + query.metric() + "' of " + query.fault() + " against " + query.control(),
        effects(query).toList(),
        effect -> List.of(effect.fault(), effect.control()));
  }

  /** All measurements that match a query. */
  public Stream<Effect> effects(EffectQuery query) {
    return run.effects().stream()
        .filter(e -> e.metric().equals(query.metric()))
        .filter(e -> query.fault().matches(e.fault().with(e.within())))
        .filter(e -> query.control().matches(e.control().with(e.within())));
  }

  /** One signature at one point. */
  public Outcome outcome(String signature, Selector at) {
    return single(signature + " at " + at, outcomes(signature, at), Outcome::point);
  }

  /** One signature at all matching points; never empty. */
  public List<Outcome> outcomes(String signature, Selector at) {
    List<Outcome> outcomes =
        run.outcomes().stream()
            .filter(o -> o.signature().equals(signature) && at.matches(o.point()))
            .toList();
    if (outcomes.isEmpty()) {
      throw new NoAnswer("this run has no signature '" + signature + "' at " + at);
    }
    return outcomes;
  }

  /**
   * The outcome that {@link #facts} reads: at one point, by the first signature that has the fact.
   */
  public Outcome holder(FactQuery query) {
    List<Outcome> outcomes =
        query.signature().isPresent()
            ? outcomes(query.signature().get(), query.at())
            : run.outcomes().stream()
                .filter(o -> query.at().matches(o.point()))
                .filter(o -> o.observations().stream().anyMatch(s -> fact(s, query).isPresent()))
                .toList();
    String what = "fact '" + query.fact() + "' at " + query.at();
    if (query.signature().isEmpty() && readSameFact(query, outcomes)) {
      return single(what, outcomes.subList(0, Math.min(1, outcomes.size())), Outcome::point);
    }
    return single(what, outcomes, Outcome::point);
  }

  /**
   * The fact in each trial of a point; every trial must have it, and there must be at least one.
   */
  public List<Fact<?>> facts(FactQuery query) {
    Outcome outcome = holder(query);
    if (outcome.observations().isEmpty()) {
      throw new NoAnswer("no trial was carried out at " + run.name(outcome.point()));
    }
    List<Fact<?>> facts = new ArrayList<>();
    for (Observation seen : outcome.observations()) {
      facts.add(
          fact(seen, query)
              .orElseThrow(
                  () ->
                      new NoAnswer(
                          "a trial of %s lacks the fact '%s': %s"
                              .formatted(run.name(outcome.point()), query.fact(), seen.reason()))));
    }
    return facts;
  }

  /** Several signatures of one point may have read the same fact. */
  private static boolean readSameFact(FactQuery query, List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::point).distinct().count() == 1
        && outcomes.stream()
                .map(
                    o ->
                        o.observations().stream()
                            .map(s -> fact(s, query).map(Fact::value))
                            .toList())
                .distinct()
                .count()
            == 1;
  }

  private static Optional<Fact<?>> fact(Observation seen, FactQuery query) {
    return seen.facts().stream().filter(fact -> fact.id().equals(query.fact())).findFirst();
  }

  /** A fact as a number. */
  private static double numeric(FactQuery query, Fact<?> fact) {
    String number = String.valueOf(fact.value());
    try {
      double value = Double.parseDouble(number);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it, like a number that is not finite.
    }
    throw new NoAnswer("fact '" + query.fact() + "' is '" + number + "', expected a number");
  }

  private <T> T single(String what, List<T> found, Function<T, Object> where) {
    List<T> elements =
        several == Several.FIRST && !found.isEmpty()
            ? found.stream().filter(x -> where.apply(x).equals(where.apply(found.get(0)))).toList()
            : found;
    if (elements.size() != 1) {
      throw new NoAnswer(
          elements.isEmpty()
              ? "this run has no " + what
              : "this run has " + elements.size() + " where one is meant: " + what);
    }
    return elements.get(0);
  }
}
