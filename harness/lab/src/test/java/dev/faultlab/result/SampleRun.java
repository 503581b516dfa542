package dev.faultlab.result;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A fixed run of an invented lab, judged by the real judge. */
public final class SampleRun {
  private static final String SIGNATURE = "serialised-lookups";
  private static final Metric RATE =
      new Metric(
          "lookups-per-second", "Lookups per second", "1/s", true, "a.json#/r", Optional.empty());

  /** Two JDKs, one fault, two controls, all as expected. */
  public static RunResult asExpected() {
    return run(State.ABSENT, List.of());
  }

  /** The control shows the fault. */
  public static RunResult contradicted() {
    return run(State.PRESENT, List.of());
  }

  /** A delay out of tolerance. */
  public static RunResult inconclusive() {
    return run(
        State.ABSENT,
        List.of(
            new Obstacle(
                Obstacle.Kind.CALIBRATION,
                "delay",
                "delay of stack a: 14.2 ms, 10 set, more than 20 % off")));
  }

  /** All as expected, in trials whose numbers begin with 11. */
  public static RunResult withLaterTrials() {
    return withTrials(10, Optional.of(TrialRole.MEASURED));
  }

  /** All as expected, in trials that shared the machine with others. */
  public static RunResult ofASharedMachine() {
    return withTrials(0, Optional.of(TrialRole.COUNTED));
  }

  private static RunResult withTrials(int later, Optional<TrialRole> role) {
    RunResult run = asExpected();
    List<TrialRecord> trials =
        run.trials().stream()
            .map(t -> trial(t.point(), t.index(), t.index() + later, role))
            .toList();
    return with(run, run.effects(), run.measurements(), trials);
  }

  /** The same run with other effects, measurements and trials. */
  public static RunResult with(
      RunResult run, List<Effect> effects, List<Measurement> measured, List<TrialRecord> trials) {
    return run.with(run.points(), run.stacks(), run.outcomes(), effects, measured, trials);
  }

  /** The stack of the second JDK did not start; nothing else is altered. */
  public static RunResult withoutItsSecondStack() {
    RunResult run = asExpected();
    StackResult first = run.stacks().get(0);
    StackResult second =
        new StackResult(run.stacks().get(1).name(), Map.of(), Map.of(), Optional.of("no memory"));
    List<PointResult> points =
        run.points().stream()
            .map(
                p ->
                    new PointResult(
                        p.point(),
                        p.id(),
                        p.title(),
                        p.stack().filter(stack -> stack.equals(first.name()))))
            .toList();
    List<StackResult> stacks = List.of(first, second);
    return run.with(
        points, stacks, run.outcomes(), run.effects(), run.measurements(), run.trials());
  }

  /** A point of the sample, e.g. shared-name on JDK 17. */
  public static Point point(String variant, int jdk) {
    Map<String, Value> at = new LinkedHashMap<>();
    at.put("jdk", Value.of(jdk));
    at.put("coredns", Value.of("1.12.0"));
    return new Point(variant, at);
  }

  private static RunResult run(State ownName, List<Obstacle> obstacles) {
    List<PointResult> points = new ArrayList<>();
    List<StackResult> stacks = new ArrayList<>();
    List<Outcome> outcomes = new ArrayList<>();
    List<Measurement> measured = new ArrayList<>();
    List<TrialRecord> trials = new ArrayList<>();
    List<Effect> effects = new ArrayList<>();
    for (int jdk : new int[] {17, 25}) {
      Point shared = point("shared-name", jdk);
      Point own = point("own-name", jdk);
      Point cached = point("cached", jdk);
      Point threads = point("threads", jdk);
      String stack = "sample-" + (stacks.size() + 1);
      stacks.add(stack(stack, jdk));
      points.add(placed(shared, "one name for all threads, ttl 0", stack));
      points.add(placed(own, "one name per thread, ttl 0", stack));
      points.add(placed(cached, "ttl 30 | a <b>cache</b>", stack));
      points.add(placed(threads, "1 to 32 threads", stack));
      outcomes.add(
          outcome(
              shared,
              new Expectation(Presence.PRESENT, Optional.empty()),
              observed(shared, State.PRESENT, "serialised", "never more than 1 outstanding")));
      outcomes.add(
          outcome(
              own,
              new Expectation(Presence.ABSENT, Optional.of("concurrent")),
              observed(own, ownName, "concurrent", "8 lookups of 8 names outstanding at once")));
      outcomes.add(
          outcome(
              cached,
              new Expectation(Presence.ABSENT, Optional.of("cached")),
              observed(cached, State.ABSENT, "cached", "4000 lookups asked for, 1 on the wire")));
      measured.add(measured(shared, 86.1, 0.4));
      measured.add(measured(own, 688.0, 4.5));
      measured.add(measured(cached, 1_234_567, 20_000));
      int from = measured.size() - 3;
      effects.add(Effects.between(measured.get(from), measured.get(from + 1)));
      effects.add(Effects.between(measured.get(from), measured.get(from + 2)));
      for (Point point : List.of(shared, own, cached)) {
        for (int i = 1; i <= 5; i++) {
          trials.add(trial(point, i, i, Optional.of(TrialRole.MEASURED)));
        }
      }
      sweep(threads, measured);
    }
    Map<String, Double> wall = new LinkedHashMap<>();
    wall.put("start of stacks", 31.25);
    wall.put("load", 340.5);
    Map<String, String> provenance = new LinkedHashMap<>();
    provenance.put("kernel", "6.1.0-31-amd64");
    provenance.put("cpu", "2 x Example CPU");
    provenance.put("cores", "2");
    provenance.put("memory", "24684092 kB");
    provenance.put("git commit", "0123456789ab");
    provenance.put("guests run with", "kvm");
    Map<String, List<Value>> parameters = new LinkedHashMap<>();
    parameters.put("jdk", List.of(Value.of(17), Value.of(25)));
    parameters.put("delay-ms", List.of(Value.of(10)));
    return new RunResult(
        RunResult.SCHEMA,
        "20260102T030405Z-abcd",
        "sample",
        "an invented lab for the tests of its reports",
        RunForm.SHORT,
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:10:17.5Z",
        parameters,
        Judge.run(outcomes, obstacles, SampleRun::name),
        obstacles,
        points,
        stacks,
        outcomes,
        effects,
        measured,
        List.of(
            new CalibrationResult(
                "delay",
                "DNS delay",
                "a",
                obstacles.isEmpty() ? 10.9 : 14.2,
                10,
                "ms",
                50,
                0.2,
                obstacles.isEmpty())),
        trials,
        wall,
        provenance);
  }

  private static String name(Point point) {
    return point.variant() + "@jdk=" + point.at().get("jdk");
  }

  private static PointResult placed(Point point, String title, String stack) {
    return new PointResult(point, name(point), title, Optional.of(stack));
  }

  private static StackResult stack(String name, int jdk) {
    return new StackResult(
        name,
        Map.of(Requirement.parse("jre:JDK=" + jdk), "eclipse-temurin:" + jdk + "-jre sha256:00"),
        Map.of("jdk", "openjdk version \"" + jdk + ".0.1\" | Temurin"),
        Optional.empty());
  }

  private static Outcome outcome(
      Point point, Expectation expectation, List<Observation> observations) {
    return Judge.outcome(point, SIGNATURE, expectation, Set.of(), observations);
  }

  private static List<Observation> observed(Point point, State state, String code, String reason) {
    List<Observation> seen = new ArrayList<>();
    for (int trial = 1; trial <= 5; trial++) {
      String file = "evidence/" + name(point) + "/" + trial + "/dns.pcap";
      seen.add(
          new Observation(
              state,
              state == State.PRESENT ? "serialised" : code,
              reason,
              List.of(
                  new Fact<>(
                      "max-one-name-outstanding",
                      "most lookups of one name outstanding",
                      "lookups",
                      1L,
                      file,
                      "frame 17"),
                  new Fact<>(
                      "threads-asking",
                      "threads asking at once",
                      "threads",
                      8L,
                      file.replace("dns.pcap", "a.json"),
                      "/t"))));
    }
    return seen;
  }

  private static Measurement measured(Point point, double base, double step) {
    List<Double> samples = new ArrayList<>();
    for (int i : new int[] {0, 2, -1, 1, -2}) {
      samples.add(base + i * step);
    }
    return Measurements.of(RATE, point, Map.of("threads", Value.of(8)), samples);
  }

  /** A variant that is only measured, at four loads. */
  private static void sweep(Point point, List<Measurement> measured) {
    for (int threads : new int[] {1, 2, 8, 32}) {
      List<Double> samples = new ArrayList<>();
      for (int i : new int[] {0, 2, -1, 1, -2}) {
        samples.add(90.0 - threads / 4.0 + i);
      }
      measured.add(Measurements.of(RATE, point, Map.of("threads", Value.of(threads)), samples));
    }
  }

  private static TrialRecord trial(Point point, int i, int number, Optional<TrialRole> role) {
    return new TrialRecord(
        point,
        number,
        role,
        "evidence/" + name(point) + "/" + i,
        "2026-01-02T03:05:0" + i + "Z",
        4000 + i,
        Optional.of(new CaptureStats("dns.pcap", 100 + i, 100 + i, 0, true)),
        Optional.empty(),
        Optional.empty());
  }
}
