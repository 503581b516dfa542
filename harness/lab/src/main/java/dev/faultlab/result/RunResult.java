package dev.faultlab.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.Course;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.files.InnerPath;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import dev.faultlab.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Everything a run found; {@code result.json} is exactly this record.
 *
 * @param heading which run it is
 * @param parameters effective values
 * @param verdict of the run
 * @param obstacles what made the run inconclusive as a whole
 * @param contents what was measured and found
 * @param wallTime phase to seconds, in order; they add up to the run
 * @param provenance machine, program, commit
 */
public record RunResult(
    @JsonUnwrapped Heading heading,
    Map<String, List<Value>> parameters,
    Verdict verdict,
    List<Obstacle> obstacles,
    @JsonUnwrapped Contents contents,
    Map<String, Double> wallTime,
    Map<String, String> provenance) {

  public static final int SCHEMA = 2;

  /**
   * Which run it is.
   *
   * @param schema version of the format
   * @param runId folder name below {@code results/<lab>/}
   * @param lab name
   * @param title of the lab
   * @param form whose defaults were used
   * @param startedAt ISO-8601 instant
   * @param finishedAt ISO-8601 instant
   */
  public record Heading(
      int schema,
      String runId,
      String lab,
      String title,
      @JsonProperty("quick") RunForm form,
      String startedAt,
      String finishedAt) {}

  /**
   * What was measured and found.
   *
   * @param points in the order of the table
   * @param stacks in the order in which they were started
   * @param outcomes one per point and expected signature, in the order of the table
   * @param effects faulty points against controls
   * @param measurements every metric at every point
   * @param calibrations conditions measured before the trials
   * @param trials that were carried out, in order of execution
   */
  public record Contents(
      List<PointResult> points,
      List<StackResult> stacks,
      List<Outcome> outcomes,
      List<Effect> effects,
      List<Measurement> measurements,
      List<CalibrationResult> calibrations,
      List<TrialResult> trials) {

    public Contents {
      points = Indexed.of(points, PointResult::point);
      stacks = Indexed.of(stacks, StackResult::name);
      outcomes = Indexed.of(outcomes, Outcome::point);
      measurements = Indexed.of(measurements, Measurement::point);
      trials = Indexed.of(trials, TrialResult::point);
    }
  }

  /** The same run with other contents. */
  public RunResult with(Contents other) {
    return new RunResult(heading, parameters, verdict, obstacles, other, wallTime, provenance);
  }

  /** The part of this run for some of its points; its trials and conditions stay. */
  public RunResult only(Set<Point> some) {
    return with(
        new Contents(
            points().stream().filter(p -> some.contains(p.point())).toList(),
            stacks(),
            outcomes().stream().filter(o -> some.contains(o.point())).toList(),
            effects().stream()
                .filter(e -> some.contains(e.fault()) && some.contains(e.control()))
                .toList(),
            measurements().stream().filter(m -> some.contains(m.point())).toList(),
            calibrations(),
            trials()));
  }

  public int schema() {
    return heading.schema();
  }

  public String runId() {
    return heading.runId();
  }

  public String lab() {
    return heading.lab();
  }

  public String title() {
    return heading.title();
  }

  public RunForm form() {
    return heading.form();
  }

  public String startedAt() {
    return heading.startedAt();
  }

  public String finishedAt() {
    return heading.finishedAt();
  }

  public List<PointResult> points() {
    return contents.points();
  }

  public List<StackResult> stacks() {
    return contents.stacks();
  }

  public List<Outcome> outcomes() {
    return contents.outcomes();
  }

  public List<Effect> effects() {
    return contents.effects();
  }

  public List<Measurement> measurements() {
    return contents.measurements();
  }

  public List<CalibrationResult> calibrations() {
    return contents.calibrations();
  }

  public List<TrialResult> trials() {
    return contents.trials();
  }

  /** The name of a point in this run. */
  public String name(Point point) {
    return at(point).map(PointResult::id).orElseGet(point::words);
  }

  /** The title of a point's variant; empty where the run has no such point. */
  public String titleOf(Point point) {
    return at(point).map(PointResult::title).orElse("");
  }

  /** The points as values. */
  @JsonIgnore
  public List<Point> measured() {
    return points().stream().map(PointResult::point).toList();
  }

  /** The stack that a point ran on, or was to run on if it did not start. */
  public Optional<StackResult> stackOf(Point point) {
    return at(point)
        .flatMap(PointResult::stack)
        .flatMap(name -> Indexed.at(name, stacks()).stream().findFirst());
  }

  private Optional<PointResult> at(Point point) {
    return Indexed.at(point, points()).stream().findFirst();
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
                Indexed.at(o.subject(), stacks()).isEmpty()
                    || stackOf(point)
                        .map(StackResult::name)
                        .filter(o.subject()::equals)
                        .isPresent())
        .map(Obstacle::message)
        .findFirst();
  }

  /**
   * The representative trial of a point: the first that contradicts the expectation, else the first
   * inconclusive one where the fault is expected, else the first that was carried out.
   */
  public Optional<TrialResult> exhibit(Point point) {
    return exhibit(point, Judge::contradicts)
        .or(() -> exhibit(point, RunResult::leavesOpen))
        .or(() -> trials(point).stream().filter(t -> t.failure().isEmpty()).findFirst());
  }

  private Optional<TrialResult> exhibit(
      Point point, BiPredicate<Observation, Expectation> isSought) {
    List<TrialResult> there = trials(point);
    for (Outcome outcome : outcomes(point)) {
      for (int i = 0; i < Math.min(there.size(), outcome.observations().size()); i++) {
        if (isSought.test(outcome.observations().get(i), outcome.expectation())) {
          return Optional.of(there.get(i));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The number of the trial behind an observation of a point; the trials of a point need not begin
   * with 1, and numbers may be missing.
   *
   * @param there the trials of the point
   * @param position among the observations, from 0
   */
  public static int number(List<TrialResult> there, int position) {
    return position < there.size() ? there.get(position).index() : position + 1;
  }

  /** The trials of a point, in order. */
  public List<TrialResult> trials(Point point) {
    return Indexed.at(point, trials());
  }

  /** The measurements of a point, in order. */
  public List<Measurement> measurements(Point point) {
    return Indexed.at(point, measurements());
  }

  /** The outcomes of a point, in order. */
  public List<Outcome> outcomes(Point point) {
    return Indexed.at(point, outcomes());
  }

  private static boolean leavesOpen(Observation seen, Expectation expectation) {
    return seen.state() == State.UNKNOWN && expectation.presence() == Presence.PRESENT;
  }

  /** How long the run took, in seconds. */
  @JsonIgnore
  public double seconds() {
    return wallTime.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * One calibration on one stack.
   *
   * @param stack name of the stack
   */
  public record CalibrationResult(
      String id, String title, String stack, @JsonUnwrapped Reading reading) {

    /**
     * What was measured.
     *
     * @param samples number of single measurements behind the median
     */
    public record Reading(
        double measured,
        double target,
        String unit,
        int samples,
        double tolerance,
        boolean within) {}
  }

  /**
   * One trial.
   *
   * @param role its purpose; older results lack it, and measured all trials
   * @param folder relative to the run's
   * @param course how it went
   */
  public record TrialResult(
      Point point,
      int index,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<TrialRole> role,
      String folder,
      @JsonUnwrapped Course course) {

    public String startedAt() {
      return course.startedAt();
    }

    public long loadMillis() {
      return course.loadMillis();
    }

    public Optional<CaptureStats> capture() {
      return course.capture();
    }

    public Optional<String> failure() {
      return course.failure();
    }

    public Optional<String> crash() {
      return course.crash();
    }

    /**
     * Its evidence.
     *
     * @param run folder of the run
     * @param name of the trial's point, for people
     * @param settings that it ran with
     */
    public TrialEvidence evidence(Path run, String name, Map<String, String> settings) {
      return new TrialEvidence(run, InnerPath.of(run, folder), name, index, settings, course);
    }
  }
}
