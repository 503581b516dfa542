package dev.faultlab.shard;

import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Metric;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.MeasuredTrials;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.shard.FoundShards.FoundShard;
import dev.faultlab.shard.ShardFile.ShardPoint;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The shards of one run, merged as if one machine had carried it out. Nothing is measured or read
 * again: signatures were observed where the evidence was made. Only effects and verdict, which
 * concern the whole, are computed here.
 */
public final class Merge {
  private final Lab lab;
  private final Map<Integer, FoundShard> shards = new TreeMap<>();
  private final List<FoundShard> repeated = new ArrayList<>();
  private final FoundShards found;
  private final ShardFile.DistributedRun whole;

  /**
   * Takes each shard once: if it was run repeatedly, the run that began first.
   *
   * @throws BadQuestion when they are not of one run of this lab, none has a result, or two runs of
   *     a shard have different verdicts
   */
  public Merge(Lab lab, FoundShards given) {
    this.lab = lab;
    this.found = given;
    if (given.finished().isEmpty()) {
      throw new BadQuestion("none of these shards has a result" + unfinished(given.unfinished()));
    }
    ShardConsistency.require(given.finished(), lab);
    this.whole = given.finished().get(0).shard().whole();
    given.finished().stream()
        .sorted(Comparator.comparing(shard -> shard.result().runId()))
        .forEach(this::add);
  }

  private void add(FoundShard shard) {
    FoundShard known = shards.putIfAbsent(shard.shard().shard(), shard);
    if (known == null || known.result().runId().equals(shard.result().runId())) {
      return;
    }
    if (known.result().verdict().judgement() != shard.result().verdict().judgement()) {
      throw new BadQuestion(
          String.format(
              "shard %s ran twice, with different verdicts: %s in %s, %s in %s; give only one of"
                  + " them",
              shard.shard().name(),
              known.result().verdict().judgement(),
              known.folder(),
              shard.result().verdict().judgement(),
              shard.folder()));
    }
    repeated.add(shard);
  }

  /** The shards in the result, in order. */
  public Collection<FoundShard> shards() {
    return shards.values();
  }

  /** Repeated shards, which are left out. */
  public List<FoundShard> repeated() {
    return repeated;
  }

  /**
   * The name in the whole run of a stack, or of anything else that is not of one point: names were
   * given per shard.
   */
  public static String name(FoundShard shard, String name) {
    return "shard-" + shard.shard().shard() + "-" + name;
  }

  /**
   * One result.
   *
   * @param id of the merged run
   */
  public RunResult result(String id) {
    Map<Point, ShardPoint> order = new LinkedHashMap<>();
    whole.points().forEach(entry -> order.put(entry.point(), entry));
    List<Point> points = List.copyOf(order.keySet());
    List<Outcome> outcomes =
        Stream.concat(concat(RunResult::outcomes), unknown())
            .sorted(comparingPoints(points, Outcome::point))
            .toList();
    List<String> metrics = lab.metrics().stream().map(Metric::id).toList();
    List<Measurement> measurements =
        concat(RunResult::measurements)
            .sorted(
                Comparator.comparing((Measurement m) -> metrics.indexOf(m.metric()))
                    .thenComparing(comparingPoints(points, Measurement::point)))
            .toList();
    List<Obstacle> obstacles = obstacles();
    List<TrialRecord> trials =
        concat(RunResult::trials)
            .sorted(Comparator.comparing((TrialRecord t) -> Instant.parse(t.startedAt())))
            .toList();
    RunResult first = shards.values().iterator().next().result();
    return new RunResult(
        first.schema(),
        id,
        first.lab(),
        first.title(),
        first.form(),
        instants(RunResult::startedAt).min(Comparator.naturalOrder()).orElseThrow().toString(),
        instants(RunResult::finishedAt).max(Comparator.naturalOrder()).orElseThrow().toString(),
        first.parameters(),
        Judge.run(outcomes, obstacles, point -> order.get(point).id()),
        obstacles,
        whole.points().stream().map(this::point).toList(),
        named(
            RunResult::stacks,
            (shard, s) -> new StackResult(name(shard, s.name()), s.images(), s.ran(), s.failure())),
        outcomes,
        Effects.of(lab.effects(), measurements, new MeasuredTrials(trials)::comparable),
        measurements,
        named(RunResult::calibrations, (shard, c) -> c.onStack(name(shard, c.stack()))),
        trials,
        wallTime(),
        provenance());
  }

  /** The outcomes at the points of missing shards. */
  private Stream<Outcome> unknown() {
    Planner planner = new Planner(lab);
    return whole.points().stream()
        .filter(entry -> !shards.containsKey(entry.shard()))
        .map(entry -> planner.cell(entry.point(), whole.parameters(), whole.form()))
        .flatMap(cell -> cell.variant().expect().entrySet().stream().map(e -> unknown(cell, e)));
  }

  private static Outcome unknown(Cell cell, Map.Entry<String, Expected> expect) {
    Expected expected = expect.getValue();
    return Judge.outcome(
        cell.point(),
        expect.getKey(),
        expected.possible(cell.point(), Map.of()).get(0),
        expected.axes(),
        List.of());
  }

  private <T> Stream<T> concat(Function<RunResult, List<T>> of) {
    return shards.values().stream().flatMap(shard -> of.apply(shard.result()).stream());
  }

  private <T> List<T> named(Function<RunResult, List<T>> of, BiFunction<FoundShard, T, T> renamed) {
    return shards.values().stream()
        .flatMap(shard -> of.apply(shard.result()).stream().map(each -> renamed.apply(shard, each)))
        .toList();
  }

  private Stream<Instant> instants(Function<RunResult, String> instant) {
    return shards.values().stream().map(shard -> Instant.parse(instant.apply(shard.result())));
  }

  private static <T> Comparator<T> comparingPoints(List<Point> order, Function<T, Point> point) {
    return Comparator.comparing(value -> order.indexOf(point.apply(value)));
  }

  private PointResult point(ShardPoint entry) {
    Optional<String> stack =
        Optional.ofNullable(shards.get(entry.shard()))
            .flatMap(part -> part.result().stackOf(entry.point()).map(s -> name(part, s.name())));
    return new PointResult(entry.point(), entry.id(), entry.title(), stack);
  }

  private List<Obstacle> obstacles() {
    List<Obstacle> obstacles = new ArrayList<>();
    for (int shard : whole.shards()) {
      FoundShard foundShard = shards.get(shard);
      if (foundShard == null) {
        obstacles.add(missing(shard));
        continue;
      }
      Set<String> stacks = new LinkedHashSet<>();
      foundShard.result().stacks().forEach(stack -> stacks.add(stack.name()));
      for (Obstacle each : foundShard.result().obstacles()) {
        obstacles.add(
            new Obstacle(
                each.kind(),
                stacks.contains(each.subject()) ? name(foundShard, each.subject()) : each.subject(),
                "shard " + foundShard.shard().name() + ": " + each.message()));
      }
    }
    return obstacles;
  }

  private Obstacle missing(int shard) {
    String name = new ShardNumber(shard, whole.of()).toString();
    String points = String.join(", ", whole.pointsOf(shard).stream().map(ShardPoint::id).toList());
    List<FoundShard> unfinished =
        found.unfinished().stream().filter(u -> u.shard().shard() == shard).toList();
    return new Obstacle(
        Obstacle.Kind.SHARD,
        name,
        "shard " + name + " is missing, and with it " + points + unfinished(unfinished));
  }

  private static String unfinished(List<FoundShard> unfinished) {
    return unfinished.stream()
        .map(u -> "; " + u.folder() + " has none: " + u.why())
        .collect(Collectors.joining());
  }

  /** The sum over all machines: the cost of a stack or trial stays the same. */
  private Map<String, Double> wallTime() {
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (FoundShard shard : shards.values()) {
      shard.result().wallTime().forEach((phase, spent) -> seconds.merge(phase, spent, Double::sum));
    }
    return seconds;
  }

  private Map<String, String> provenance() {
    Map<String, String> provenance = new LinkedHashMap<>();
    concat(run -> List.copyOf(run.provenance().entrySet()))
        .filter(entry -> !entry.getKey().equals(ShardFile.PROVENANCE))
        .distinct()
        .forEach(e -> provenance.merge(e.getKey(), e.getValue(), (one, two) -> one + "; " + two));
    provenance.put(
        "merged from",
        shards.values().stream()
            .map(
                p ->
                    "shard %s %s (%.0f s)"
                        .formatted(p.shard().name(), p.result().runId(), p.result().seconds()))
            .collect(Collectors.joining(", ")));
    return provenance;
  }
}
