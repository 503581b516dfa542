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
    List<Outcome> outcomes = new ArrayList<>(run.outcomes());
    Outcome o = outcomes.get(0);
    outcomes.add(copy(o, o.point(), "another", o.state(), o.counts(), o.judgement()));
    return new Copy(run).outcomes(outcomes).build();
  }

  /** Only the points there, and the parameter says so. */
  public static RunResult only(RunResult run, String axis, String value) {
    Optional<Value> there = Optional.of(Value.of(value));
    return parameter(keep(run, point -> point.on(axis).equals(there)), axis, value);
  }

  /** Without the points that do not match. */
  public static RunResult keep(RunResult run, Predicate<Point> kept) {
    return new Copy(run)
        .points(run.points().stream().filter(p -> kept.test(p.point())).toList())
        .outcomes(run.outcomes().stream().filter(o -> kept.test(o.point())).toList())
        .measurements(run.measurements().stream().filter(m -> kept.test(m.point())).toList())
        .build();
  }

  /** Every point at that value of an axis, whether it had the axis or not. */
  public static RunResult moved(RunResult run, String axis, String value) {
    UnaryOperator<Point> move =
        point -> new Point(point.variant(), with(point.at(), axis, Value.of(value)));
    return new Copy(run)
        .points(
            run.points().stream()
                .map(
                    p -> {
                      Point point = move.apply(p.point());
                      return new PointResult(point, point.words(), p.title(), p.stack());
                    })
                .toList())
        .outcomes(
            run.outcomes().stream()
                .map(
                    o ->
                        copy(
                            o,
                            move.apply(o.point()),
                            o.signature(),
                            o.state(),
                            o.counts(),
                            o.judgement()))
                .toList())
        .measurements(
            run.measurements().stream()
                .map(m -> of(m, move.apply(m.point()), m.samples(), m.higherIsBetter()))
                .toList())
        .build();
  }

  /** The points of both. */
  public static RunResult joined(RunResult one, RunResult other) {
    List<PointResult> points = new ArrayList<>(one.points());
    points.addAll(other.points());
    List<Outcome> outcomes = new ArrayList<>(one.outcomes());
    outcomes.addAll(other.outcomes());
    List<Measurement> measurements = new ArrayList<>(one.measurements());
    measurements.addAll(other.measurements());
    return new Copy(one).points(points).outcomes(outcomes).measurements(measurements).build();
  }

  /** Every fact put in another's place. */
  static RunResult facts(RunResult run, Function<Fact<?>, Fact<?>> change) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Outcome o : run.outcomes()) {
      List<Observation> seen = new ArrayList<>();
      for (Observation each : o.observations()) {
        List<Fact<?>> facts = new ArrayList<>();
        each.facts().forEach(fact -> facts.add(change.apply(fact)));
        seen.add(new Observation(each.state(), each.code(), each.reason(), facts));
      }
      outcomes.add(
          new Outcome(
              o.point(),
              o.signature(),
              o.expectation(),
              o.dependsOn(),
              new Outcome.Found(o.state(), o.counts(), o.judgement(), o.reason(), seen)));
    }
    return new Copy(run).outcomes(outcomes).build();
  }

  /** Only the measurements that match. */
  static RunResult measuring(RunResult run, Predicate<Measurement> kept) {
    return new Copy(run).measurements(run.measurements().stream().filter(kept).toList()).build();
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
    Map<String, String> provenance = with(run.provenance(), "cpu", "Example CPU; Other CPU");
    return new Copy(run)
        .points(
            run.points().stream()
                .map(p -> new PointResult(p.point(), p.id(), p.title(), p.stack().map(name)))
                .toList())
        .stacks(
            run.stacks().stream()
                .map(s -> new StackResult(name.apply(s.name()), s.images(), s.ran(), s.failure()))
                .toList())
        .provenance(with(provenance, "merged from", "shard 1/2 a (1 s), shard 2/2 b (1 s)"))
        .build();
  }

  static RunResult lab(RunResult run, String lab) {
    return new Copy(run).lab(lab).build();
  }

  public static RunResult parameter(RunResult run, String name, String value) {
    return new Copy(run).parameters(with(run.parameters(), name, List.of(Value.of(value)))).build();
  }

  static RunResult provenance(RunResult run, String name, String value) {
    return new Copy(run).provenance(with(run.provenance(), name, value)).build();
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
            new Outcome.Found(state, new EnumMap<>(counts), judgement, o.reason(), seen)));
    return new Copy(run).outcomes(outcomes).build();
  }

  private static Outcome copy(
      Outcome o,
      Point point,
      String signature,
      State state,
      Map<State, Integer> counts,
      Judgement judgement) {
    return new Outcome(
        point,
        signature,
        o.expectation(),
        o.dependsOn(),
        new Outcome.Found(state, counts, judgement, o.reason(), o.observations()));
  }

  private static RunResult measured(RunResult run, Function<Measurement, Measurement> change) {
    return new Copy(run).measurements(run.measurements().stream().map(change).toList()).build();
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

  /** A run with some parts exchanged; without effects, which a comparison does not read. */
  private static final class Copy {
    private final RunResult run;
    private String lab;
    private List<StackResult> stacks;
    private Map<String, List<Value>> parameters;
    private List<PointResult> points;
    private List<Outcome> outcomes;
    private List<Measurement> measurements;
    private Map<String, String> provenance;

    Copy(RunResult run) {
      this.run = run;
      this.lab = run.lab();
      this.stacks = run.stacks();
      this.parameters = run.parameters();
      this.points = run.points();
      this.outcomes = run.outcomes();
      this.measurements = run.measurements();
      this.provenance = run.provenance();
    }

    Copy lab(String other) {
      lab = other;
      return this;
    }

    Copy stacks(List<StackResult> other) {
      stacks = other;
      return this;
    }

    Copy parameters(Map<String, List<Value>> other) {
      parameters = other;
      return this;
    }

    Copy points(List<PointResult> other) {
      points = other;
      return this;
    }

    Copy outcomes(List<Outcome> other) {
      outcomes = other;
      return this;
    }

    Copy measurements(List<Measurement> other) {
      measurements = other;
      return this;
    }

    Copy provenance(Map<String, String> other) {
      provenance = other;
      return this;
    }

    RunResult build() {
      return new RunResult(
          new RunResult.Heading(
              run.schema(),
              run.runId(),
              lab,
              run.title(),
              run.form(),
              run.startedAt(),
              run.finishedAt()),
          parameters,
          run.verdict(),
          run.obstacles(),
          new RunResult.Contents(
              points, stacks, outcomes, List.of(), measurements, run.calibrations(), run.trials()),
          run.wallTime(),
          provenance);
    }
  }
}
