package dev.faultlab.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import dev.faultlab.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * Everything a run found; {@code result.json} is exactly this record.
 *
 * @param schema version of the format
 * @param runId folder name below {@code results/<lab>/}
 * @param lab name
 * @param title of the lab
 * @param form whose defaults were used
 * @param startedAt ISO-8601 instant
 * @param finishedAt ISO-8601 instant
 * @param parameters effective values
 * @param verdict of the run
 * @param obstacles what made the run inconclusive as a whole
 * @param points in the order of the table
 * @param stacks in the order in which they were started
 * @param outcomes one per point and expected signature, in the order of the table
 * @param effects faulty points against controls
 * @param measurements every metric at every point
 * @param calibrations conditions measured before the trials
 * @param trials that were carried out, in order of execution
 * @param wallTime phase to seconds, in order; they add up to the run
 * @param provenance machine, program, commit
 */
public record RunResult(
    int schema,
    String runId,
    String lab,
    String title,
    @JsonProperty("quick") RunForm form,
    String startedAt,
    String finishedAt,
    Map<String, List<Value>> parameters,
    Verdict verdict,
    List<Obstacle> obstacles,
    List<PointResult> points,
    List<StackResult> stacks,
    List<Outcome> outcomes,
    List<Effect> effects,
    List<Measurement> measurements,
    List<CalibrationResult> calibrations,
    List<TrialRecord> trials,
    Map<String, Double> wallTime,
    Map<String, String> provenance) {

  public static final int SCHEMA = 2;

  public RunResult {
    points = Indexed.of(points, PointResult::point);
    stacks = Indexed.of(stacks, StackResult::name);
    outcomes = Indexed.of(outcomes, Outcome::point);
    measurements = Indexed.of(measurements, Measurement::point);
    trials = Indexed.of(trials, TrialRecord::point);
  }

  /** The same run with other points and findings. */
  public RunResult with(
      List<PointResult> otherPoints,
      List<StackResult> otherStacks,
      List<Outcome> otherOutcomes,
      List<Effect> otherEffects,
      List<Measurement> otherMeasurements,
      List<TrialRecord> otherTrials) {
    return new RunResult(
        schema,
        runId,
        lab,
        title,
        form,
        startedAt,
        finishedAt,
        parameters,
        verdict,
        obstacles,
        otherPoints,
        otherStacks,
        otherOutcomes,
        otherEffects,
        otherMeasurements,
        calibrations,
        otherTrials,
        wallTime,
        provenance);
  }

  /** The part of this run for some of its points; its trials and conditions stay. */
  public RunResult only(Set<Point> kept) {
    return with(
        points.stream().filter(p -> kept.contains(p.point())).toList(),
        stacks,
        outcomes.stream().filter(o -> kept.contains(o.point())).toList(),
        effects.stream()
            .filter(e -> kept.contains(e.fault()) && kept.contains(e.control()))
            .toList(),
        measurements.stream().filter(m -> kept.contains(m.point())).toList(),
        trials);
  }

  /** The name of a point in this run. */
  public String name(Point point) {
    return pointResult(point).map(PointResult::id).orElseGet(point::words);
  }

  /** The title of a point's variant; empty where the run has no such point. */
  public String titleOf(Point point) {
    return pointResult(point).map(PointResult::title).orElse("");
  }

  /** The points as values. */
  public List<Point> measured() {
    return points.stream().map(PointResult::point).toList();
  }

  /** The exact versions that ran, such as {@code coredns 1.15.0, jdk 17.0.21.1, jdk 25.0.5.1}. */
  public String versions() {
    return stacks.stream()
        .flatMap(stack -> stack.ran().entrySet().stream())
        .map(ran -> ran.getKey() + " " + StackResult.version(ran.getValue()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** The stack that a point ran on, or was to run on if it did not start. */
  public Optional<StackResult> stackOf(Point point) {
    return pointResult(point)
        .flatMap(PointResult::stack)
        .flatMap(name -> Indexed.at(name, stacks).stream().findFirst());
  }

  private Optional<PointResult> pointResult(Point point) {
    return Indexed.at(point, points).stream().findFirst();
  }

  /**
   * The obstacles that leave a point inconclusive: on its stack, or on the whole run. A stack that
   * did not start counts separately, and an unreadable metric affects no signature.
   */
  public Optional<String> obstacle(Point point) {
    return obstacles.stream()
        .filter(o -> o.kind() != Obstacle.Kind.STACK && o.kind() != Obstacle.Kind.READING)
        .filter(
            o ->
                Indexed.at(o.subject(), stacks).isEmpty()
                    || stackOf(point)
                        .map(StackResult::name)
                        .filter(o.subject()::equals)
                        .isPresent())
        .map(Obstacle::message)
        .findFirst();
  }

  /**
   * The representative trial of a point: the first that contradicts the expectation, else the first
   * inconclusive one where the fault is expected, else the first that ran alone, else the first
   * that was carried out.
   */
  public Optional<TrialRecord> exhibit(Point point) {
    return exhibit(point, Judge::contradicts)
        .or(() -> exhibit(point, RunResult::leavesOpen))
        .or(
            () ->
                trials(point).stream()
                    .filter(t -> t.failure().isEmpty())
                    .min(
                        Comparator.comparing(
                            t -> t.role().equals(Optional.of(TrialRole.COUNTED)))));
  }

  private Optional<TrialRecord> exhibit(
      Point point, BiPredicate<Observation, Expectation> isSought) {
    List<TrialRecord> trials = trials(point);
    for (Outcome outcome : outcomes(point)) {
      for (int i = 0; i < Math.min(trials.size(), outcome.observations().size()); i++) {
        if (isSought.test(outcome.observations().get(i), outcome.expectation())) {
          return Optional.of(trials.get(i));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The number of the trial behind an observation of a point; the trials of a point need not begin
   * with 1, and numbers may be missing.
   *
   * @param trials the trials of the point
   * @param position among the observations, from 0
   */
  public static int number(List<TrialRecord> trials, int position) {
    return position < trials.size() ? trials.get(position).index() : position + 1;
  }

  /** The trials of a point, in order. */
  public List<TrialRecord> trials(Point point) {
    return Indexed.at(point, trials);
  }

  /** The measurements of a point, in order. */
  public List<Measurement> measurements(Point point) {
    return Indexed.at(point, measurements);
  }

  /** The outcomes of a point, in order. */
  public List<Outcome> outcomes(Point point) {
    return Indexed.at(point, outcomes);
  }

  /** The outcome of a signature at a point. */
  public Optional<Outcome> outcome(Point point, String signature) {
    return outcomes(point).stream().filter(o -> o.signature().equals(signature)).findFirst();
  }

  private static boolean leavesOpen(Observation seen, Expectation expectation) {
    return seen.state() == State.UNKNOWN && expectation.presence() == Presence.PRESENT;
  }

  /** How long the run took, in seconds. */
  public double seconds() {
    return wallTime.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * One calibration on one stack.
   *
   * @param stack name of the stack
   * @param samples number of single measurements behind the median
   */
  public record CalibrationResult(
      String id,
      String title,
      String stack,
      double measured,
      double target,
      String unit,
      int samples,
      double tolerance,
      boolean within) {

    /** The same, on a stack of another name. */
    public CalibrationResult onStack(String other) {
      return new CalibrationResult(
          id, title, other, measured, target, unit, samples, tolerance, within);
    }
  }
}
