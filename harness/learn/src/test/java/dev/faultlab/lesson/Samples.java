package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.effect.Bootstrap;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.YamlTree;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A small result: a queue that is too long with the fault and short without, at two sizes. */
final class Samples {
  static final Point FAULTY = point("faulty", 1);
  static final Point FAULTY_TEN = point("faulty", 10);
  static final Point HEALTHY = point("healthy", 1);

  private static final Outcome LONG = outcome(FAULTY, State.PRESENT, "long", 64, 66, 65);

  static RunResult result() {
    return result(LONG, State.ABSENT, true);
  }

  /** The same with something else found without the fault. */
  static RunResult result(State ofHealthy) {
    return result(LONG, ofHealthy, true);
  }

  /** The same, but the stack with the fault did not come up at one of its sizes. */
  static RunResult withoutTrials() {
    return result(outcome(FAULTY, State.UNKNOWN, "none"), State.ABSENT, true);
  }

  /** The same, but the waits of the two sides are not told apart. */
  static RunResult indistinguishable() {
    return result(LONG, State.ABSENT, false);
  }

  private static RunResult result(Outcome faulty, State ofHealthy, boolean told) {
    Outcome healthy = outcome(HEALTHY, ofHealthy, "short", 1, 1, 1);
    RunResult run = SampleRun.asExpected();
    return run.with(
        List.of(named(FAULTY), named(FAULTY_TEN), named(HEALTHY)),
        run.stacks(),
        List.of(faulty, outcome(FAULTY_TEN, State.PRESENT, "longer", 640, 640, 640), healthy),
        List.of(
            new Effect(
                "wait",
                Map.of(),
                FAULTY,
                HEALTHY,
                Bootstrap.median(List.of(90.0, 100.0, 110.0)),
                Bootstrap.median(List.of(10.0)),
                Optional.of(Bootstrap.median(List.of(9.0, 10.0, 11.0))),
                0.01,
                told)),
        List.of(measurement(FAULTY, 90, 100, 110), measurement(HEALTHY, 10)),
        run.trials());
  }

  static String length(String variant, int size) {
    return "{fact: length, of: queue, at: {variant: %s, size: %d}}".formatted(variant, size);
  }

  /** How many times as long the wait is with the fault. */
  static final String SLOWDOWN =
      "effect: wait, fault: {variant: faulty, size: 1}, control: {variant: healthy, size: 1}";

  /** A choice between a, b and so on, by their conditions. */
  static Question choice(String... when) {
    StringBuilder options = new StringBuilder();
    for (String condition : when) {
      options.append((char) ('a' + options.chars().filter(c -> c == '\n').count()));
      options.append(": ").append(condition).append(",\n");
    }
    return question("{of: queue, explained: a, choice: {" + options + "}}");
  }

  /** A question for this number, to within 1. */
  static Question number(String answer) {
    return number("linear", 0, 1, answer);
  }

  static Question number(String scale, double right, double near, String answer) {
    return question(
        "{number: {unit: requests, scale: %s, from: 0.001, to: 1000, right: %s, near: %s}, answer: %s}"
            .formatted(scale, right, near, answer));
  }

  /** A question whose explanation has this figure. */
  static Question explained(String figure) {
    return question(
        "{of: queue, explained: a, figures: {long: {value: %s, unit: requests}}, choice: {a: {outcome: present, at: {variant: faulty, size: 10}}}}"
            .formatted(figure));
  }

  /** A question for a number at each of these values. */
  static String curve(String spots) {
    String measure = "{unit: ms, scale: log, from: 1, to: 1000, right: 1.5, near: 3}";
    return "{curve: {axis: size, measure: " + measure + ", spots: " + spots + "}}";
  }

  /** The question {@code q}. */
  static Question question(String declared) {
    JsonNode yaml = YamlTree.read(Path.of("lesson.yaml"), declared).json();
    return new Question("q", Stage.PREDICT, "sample", yaml);
  }

  private static Point point(String variant, int size) {
    return new Point(variant, Map.of("size", Value.of(size)));
  }

  private static PointResult named(Point point) {
    return new PointResult(
        point, point.variant() + "-" + point.at().get("size"), point.variant(), Optional.empty());
  }

  private static Outcome outcome(Point point, State state, String code, long... lengths) {
    List<Observation> observations =
        java.util.Arrays.stream(lengths)
            .mapToObj(
                length ->
                    new Observation(
                        state,
                        code,
                        length + " in the queue",
                        List.of(
                            new Fact<>(
                                "length", "in the queue", "requests", length, "q.pcap", "frame 7"),
                            new Fact<>("said", "what it said", "text", "l=" + length, "q", "1"))))
            .toList();
    return new Outcome(
        point,
        "queue",
        new Expectation(Expectation.Presence.PRESENT, Optional.empty()),
        Set.of(),
        state,
        Map.of(state, observations.size()),
        Judgement.AS_EXPECTED,
        "",
        observations);
  }

  private static Measurement measurement(Point point, double... samples) {
    List<Double> values = java.util.Arrays.stream(samples).boxed().toList();
    return new Measurement(
        point, "wait", "the wait", Map.of(), "ms", false, values, Bootstrap.median(values));
  }
}
