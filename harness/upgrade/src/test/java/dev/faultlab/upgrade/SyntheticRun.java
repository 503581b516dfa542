package dev.faultlab.upgrade;

import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.point.Point;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The result of a plan that was not carried out, judged by the real judge. */
public final class SyntheticRun {
  private final Plan plan;
  private BiFunction<Point, String, String> trials = (point, signature) -> "AA";
  private Function<Point, String> measured = point -> "A";
  private Predicate<Point> starts = point -> true;
  private final List<Obstacle> obstacles = new ArrayList<>();
  private final List<Measurement> measurements = new ArrayList<>();
  private Function<Cell, Map<String, String>> ran = cell -> Map.of();
  private Function<Point, List<Fact<?>>> facts = point -> List.of();

  public SyntheticRun(Plan plan) {
    this.plan = plan;
  }

  /**
   * What each trial sees, a letter each: P present, Q present for another reason, A absent, B
   * absent for another reason, U inconclusive, F the trial failed, X it crashed.
   */
  public SyntheticRun seeing(BiFunction<Point, String, String> each) {
    trials = each;
    return this;
  }

  /** The trials of variants that are only measured, in the same letters. */
  SyntheticRun ending(Function<Point, String> each) {
    measured = each;
    return this;
  }

  /** As the lab expects it. */
  public SyntheticRun asExpected() {
    return seeing(expected(plan.lab()));
  }

  /** What the lab expects, in letters. */
  public static BiFunction<Point, String, String> expected(Lab lab) {
    return (point, signature) ->
        lab.variant(point.variant())
            .map(variant -> variant.expect().get(signature))
            .map(all -> all.expectationAt(point, Map.of()).orElse(all.otherwise()))
            .filter(e -> e.presence() == Presence.PRESENT)
            .map(present -> "PP")
            .orElse("AA");
  }

  public SyntheticRun starting(Predicate<Point> those) {
    starts = those;
    return this;
  }

  public SyntheticRun meeting(Obstacle.Kind kind, String subject, String message) {
    obstacles.add(new Obstacle(kind, subject, message));
    return this;
  }

  public SyntheticRun measuring(List<Measurement> all) {
    measurements.addAll(all);
    return this;
  }

  public SyntheticRun running(Function<Cell, Map<String, String>> versions) {
    ran = versions;
    return this;
  }

  /** Every trial of a point has the fact {@code window} with this value. */
  public SyntheticRun finding(Function<Point, Object> value) {
    facts = p -> List.of(new Fact<>("window", "largest window", "1", value.apply(p), "", ""));
    return this;
  }

  public RunResult result() {
    List<StackSpec> specs = List.copyOf(plan.stacks());
    List<PointResult> points = new ArrayList<>();
    List<Outcome> outcomes = new ArrayList<>();
    Map<String, StackResult> stacks = new LinkedHashMap<>();
    List<TrialRecord> carriedOut = new ArrayList<>();
    for (Cell cell : plan.cells()) {
      Point point = cell.point();
      String stack = "stack-" + (specs.indexOf(cell.stack()) + 1);
      points.add(new PointResult(point, cell.id(), cell.variant().title(), Optional.of(stack)));
      Map<Requirement, String> images = new LinkedHashMap<>();
      cell.stack().images().values().forEach(one -> images.put(one, "faultlab/" + one));
      Optional<String> failure =
          starts.test(point)
              ? Optional.empty()
              : Optional.of(
                  "service charset ended with status 1; the end of its log:\nno such option");
      stacks.put(stack, new StackResult(stack, images, ran.apply(cell), failure));
      if (failure.isEmpty()) {
        carriedOut.addAll(trials(cell));
      }
      cell.variant()
          .expect()
          .forEach(
              (signature, expected) -> {
                String seen = failure.isPresent() ? "" : trials.apply(point, signature);
                outcomes.add(
                    Judge.outcome(
                        point,
                        signature,
                        expected.expectationAt(point, Map.of()).orElse(expected.otherwise()),
                        expected.axes(),
                        observations(seen, expected, facts.apply(point))));
              });
    }
    return new RunResult(
        RunResult.SCHEMA,
        "20260102T030405Z-abcd",
        plan.lab().name(),
        plan.lab().title(),
        plan.form(),
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:05:05Z",
        plan.parameters(),
        Judge.run(outcomes, obstacles, Point::words),
        obstacles,
        points,
        List.copyOf(stacks.values()),
        outcomes,
        List.of(),
        measurements,
        List.of(),
        carriedOut,
        Map.of(),
        Map.of("cores", "2"));
  }

  private List<TrialRecord> trials(Cell cell) {
    String seen =
        cell.variant().expect().keySet().stream()
            .findFirst()
            .map(signature -> trials.apply(cell.point(), signature))
            .orElse(measured.apply(cell.point()));
    List<TrialRecord> all = new ArrayList<>();
    for (char letter : seen.toCharArray()) {
      boolean crashed = letter == 'X';
      all.add(
          new TrialRecord(
              cell.point(),
              all.size() + 1,
              Optional.of(TrialRole.MEASURED),
              "evidence/" + cell.id() + "/" + (all.size() + 1),
              "2026-01-02T03:04:05Z",
              1,
              Optional.empty(),
              crashed || letter == 'F' ? Optional.of("it did not end well") : Optional.empty(),
              crashed ? Optional.of("charset: ended with status 134: SIGSEGV") : Optional.empty()));
    }
    return all;
  }

  /** Of one side, a letter a trial. */
  static List<Observation> observations(String seen) {
    return observations(
        seen, Expected.always(new Expectation(Presence.ABSENT, Optional.empty())), List.of());
  }

  /** P and A for the reason that the lab expects, if it does. */
  private static List<Observation> observations(
      String seen, Expected expected, List<Fact<?>> facts) {
    String present = code(expected, Presence.PRESENT).orElse("every-use");
    String absent = code(expected, Presence.ABSENT).orElse("cached");
    return seen.chars()
        .mapToObj(
            letter ->
                switch (letter) {
                  case 'P' -> observation(State.PRESENT, present, facts);
                  case 'Q' -> observation(State.PRESENT, "now-and-then", facts);
                  case 'A' -> observation(State.ABSENT, absent, facts);
                  case 'F', 'X' -> observation(State.UNKNOWN, "trial-failed", facts);
                  case 'B' -> observation(State.ABSENT, "kept", facts);
                  default -> observation(State.UNKNOWN, "fact-missing", facts);
                })
        .toList();
  }

  private static Optional<String> code(Expected expected, Presence presence) {
    return Stream.concat(
            Stream.of(expected.otherwise()), expected.cases().stream().map(Expected.Case::then))
        .filter(expectation -> expectation.presence() == presence)
        .flatMap(expectation -> expectation.because().stream())
        .findFirst();
  }

  private static Observation observation(State state, String code, List<Fact<?>> facts) {
    return new Observation(state, code, "it is " + code, facts);
  }
}
