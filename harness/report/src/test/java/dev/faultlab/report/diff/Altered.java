package dev.faultlab.report.diff;

import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.fact.Fact;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs with one thing changed. */
public final class Altered {
  private Altered() {}

  public static RunResult scaled(RunResult run, double factor) {
    return measured(
        run, m -> of(m, m.samples().stream().map(s -> s * factor).toList(), m.higherIsBetter()));
  }

  /** Scaled only at that value of an axis. */
  public static RunResult scaledOn(RunResult run, String axis, String value, double factor) {
    Optional<Value> there = Optional.of(Value.of(value));
    return measured(
        run,
        m ->
            m.point().on(axis).equals(there)
                ? of(m, m.samples().stream().map(s -> s * factor).toList(), m.higherIsBetter())
                : m);
  }

  static RunResult lowerIsBetter(RunResult run) {
    return measured(run, m -> of(m, m.samples(), false));
  }

  static RunResult firstTrials(RunResult run, int n) {
    return measured(run, m -> of(m, m.samples().subList(0, n), m.higherIsBetter()));
  }

  /** The first outcome could not be told. */
  static RunResult unknown(RunResult run) {
    return first(
        run, State.UNKNOWN, Map.of(State.PRESENT, 4, State.UNKNOWN, 1), Judgement.INCONCLUSIVE);
  }

  /** The first outcome, a fault, is what the lab did not expect. */
  static RunResult unexpected(RunResult run) {
    return first(run, State.PRESENT, Map.of(State.PRESENT, 5), Judgement.CONTRADICTED);
  }

  /** The first outcome's fault is gone, and the lab expected it. */
  static RunResult gone(RunResult run) {
    return first(run, State.ABSENT, Map.of(State.ABSENT, 5), Judgement.CONTRADICTED);
  }

  /** One more signature at the first point. */
  static RunResult moreSignatures(RunResult run) {
    Outcome o = run.outcomes().get(0);
    return outcomes(
        run, Stream.concat(run.outcomes().stream(), Stream.of(outcome(o, o.point(), "another"))));
  }

  /** Only the points there, and the parameter says so. */
  public static RunResult only(RunResult run, String axis, String value) {
    Optional<Value> there = Optional.of(Value.of(value));
    return parameter(keep(run, point -> point.on(axis).equals(there)), axis, value);
  }

  /** Without the points that do not match. */
  public static RunResult keep(RunResult run, Predicate<Point> kept) {
    return run.only(run.measured().stream().filter(kept).collect(Collectors.toSet()));
  }

  /** Every point at that value of an axis, whether it had the axis or not. */
  public static RunResult moved(RunResult run, String axis, String value) {
    UnaryOperator<Point> move = point -> point.with(Map.of(axis, Value.of(value)));
    return contents(
        run,
        run.points().stream()
            .map(
                p -> {
                  Point point = move.apply(p.point());
                  return new PointResult(point, point.words(), p.title(), p.stack());
                }),
        run.stacks().stream(),
        run.outcomes().stream().map(o -> outcome(o, move.apply(o.point()), o.signature())),
        run.measurements().stream()
            .map(m -> of(m, move.apply(m.point()), m.samples(), m.higherIsBetter())));
  }

  /** The points of both. */
  public static RunResult joined(RunResult one, RunResult other) {
    return contents(
        one,
        Stream.concat(one.points().stream(), other.points().stream()),
        one.stacks().stream(),
        Stream.concat(one.outcomes().stream(), other.outcomes().stream()),
        Stream.concat(one.measurements().stream(), other.measurements().stream()));
  }

  /** Every fact put in another's place. */
  static RunResult facts(RunResult run, Function<Fact<?>, Fact<?>> change) {
    return outcomes(
        run,
        run.outcomes().stream()
            .map(
                o ->
                    o.with(
                        o.observations().stream()
                            .map(
                                each -> {
                                  List<Fact<?>> facts = new ArrayList<>();
                                  each.facts().forEach(fact -> facts.add(change.apply(fact)));
                                  return new Observation(
                                      each.state(), each.code(), each.reason(), facts);
                                })
                            .toList())));
  }

  /** Only the measurements that match. */
  static RunResult measuring(RunResult run, Predicate<Measurement> kept) {
    return measurements(run, run.measurements().stream().filter(kept));
  }

  static RunResult unit(RunResult run, String unit) {
    return measured(
        run,
        m ->
            new Measurement(
                m.point(),
                m.metric(),
                m.title(),
                m.within(),
                unit,
                m.higherIsBetter(),
                m.samples(),
                m.estimate()));
  }

  /** As if each stack had been a shard's, on machines of two classes. */
  public static RunResult merged(RunResult run) {
    UnaryOperator<String> name = own -> "shard-" + own.substring(own.length() - 1) + "-" + own;
    RunResult renamed =
        contents(
            run,
            run.points().stream()
                .map(p -> new PointResult(p.point(), p.id(), p.title(), p.stack().map(name))),
            run.stacks().stream()
                .map(s -> new StackResult(name.apply(s.name()), s.images(), s.ran(), s.failure())),
            run.outcomes().stream(),
            run.measurements().stream());
    return provenance(
        provenance(renamed, "cpu", "Example CPU; Other CPU"),
        "merged from",
        "shard 1/2 a (1 s), shard 2/2 b (1 s)");
  }

  static RunResult lab(RunResult run, String lab) {
    return whole(run, lab, run.parameters(), run.provenance());
  }

  public static RunResult parameter(RunResult run, String name, String value) {
    Map<String, List<Value>> parameters = with(run.parameters(), name, List.of(Value.of(value)));
    return whole(run, run.lab(), parameters, run.provenance());
  }

  static RunResult provenance(RunResult run, String name, String value) {
    Map<String, String> provenance = with(run.provenance(), name, value);
    return whole(run, run.lab(), run.parameters(), provenance);
  }

  private static RunResult first(
      RunResult run, State state, Map<State, Integer> counts, Judgement judgement) {
    List<Outcome> outcomes = new ArrayList<>(run.outcomes());
    Outcome o = outcomes.get(0);
    List<Observation> seen = new ArrayList<>();
    new EnumMap<>(counts)
        .forEach(
            (each, trials) -> {
              for (int i = 0; i < trials; i++) {
                Observation old = o.observations().get(seen.size());
                seen.add(new Observation(each, old.code(), old.reason(), old.facts()));
              }
            });
    outcomes.set(
        0,
        new Outcome(
            o.point(),
            o.signature(),
            o.expectation(),
            o.dependsOn(),
            state,
            new EnumMap<>(counts),
            judgement,
            o.reason(),
            seen));
    return outcomes(run, outcomes.stream());
  }

  private static Outcome outcome(Outcome o, Point point, String signature) {
    return new Outcome(
        point,
        signature,
        o.expectation(),
        o.dependsOn(),
        o.state(),
        o.counts(),
        o.judgement(),
        o.reason(),
        o.observations());
  }

  private static RunResult measured(RunResult run, Function<Measurement, Measurement> change) {
    return measurements(run, run.measurements().stream().map(change));
  }

  private static Measurement of(Measurement m, List<Double> samples, boolean higherIsBetter) {
    return of(m, m.point(), samples, higherIsBetter);
  }

  private static Measurement of(
      Measurement m, Point point, List<Double> samples, boolean higherIsBetter) {
    Metric metric =
        new Metric(m.metric(), m.title(), m.unit(), higherIsBetter, "a.json#/x", Optional.empty());
    return Measurements.of(metric, point, m.within(), samples);
  }

  private static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
    Map<String, V> changed = new LinkedHashMap<>(map);
    changed.put(key, value);
    return changed;
  }

  private static RunResult outcomes(RunResult run, Stream<Outcome> outcomes) {
    return contents(
        run, run.points().stream(), run.stacks().stream(), outcomes, run.measurements().stream());
  }

  private static RunResult measurements(RunResult run, Stream<Measurement> measurements) {
    return contents(
        run, run.points().stream(), run.stacks().stream(), run.outcomes().stream(), measurements);
  }

  /** Without effects, which a comparison does not read. */
  private static RunResult contents(
      RunResult run,
      Stream<PointResult> points,
      Stream<StackResult> stacks,
      Stream<Outcome> outcomes,
      Stream<Measurement> measurements) {
    return run.with(
        points.toList(),
        stacks.toList(),
        outcomes.toList(),
        List.of(),
        measurements.toList(),
        run.trials());
  }

  private static RunResult whole(
      RunResult run,
      String lab,
      Map<String, List<Value>> parameters,
      Map<String, String> provenance) {
    return new RunResult(
        run.schema(),
        run.runId(),
        lab,
        run.title(),
        run.form(),
        run.startedAt(),
        run.finishedAt(),
        parameters,
        run.verdict(),
        run.obstacles(),
        run.points(),
        run.stacks(),
        run.outcomes(),
        run.effects(),
        run.measurements(),
        run.calibrations(),
        run.trials(),
        run.wallTime(),
        provenance);
  }
}
