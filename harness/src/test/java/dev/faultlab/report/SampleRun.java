package dev.faultlab.report;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.fact.Fact;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A fixed run of an invented lab, judged by the real judge. */
public final class SampleRun {
  private static final String SIGNATURE = "serialised-lookups";
  private static final Metric RATE =
      new Metric(
          "lookups-per-second", "Look-ups per second", "1/s", true, "a.json#/r", Optional.empty());

  private SampleRun() {}

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
    return run(State.ABSENT, List.of("delay of stack a: 14.2 ms, 10 set, more than 20 % off"));
  }

  private static RunResult run(State ownName, List<String> obstacles) {
    List<CellOutcome> outcomes = new ArrayList<>();
    List<Measurement> measurements = new ArrayList<>();
    List<TrialResult> trials = new ArrayList<>();
    List<Effect> effects = new ArrayList<>();
    Judge judge = new Judge();
    for (String jdk : List.of("17", "25")) {
      Cell shared = cell("shared-name", "one name for all threads, ttl 0", jdk);
      Cell own = cell("own-name", "one name per thread, ttl 0", jdk);
      Cell cached = cell("cached", "ttl 30 | a <b>cache</b>", jdk);
      outcomes.add(
          judge.cell(
              shared,
              SIGNATURE,
              new Expectation(Presence.PRESENT, Optional.empty()),
              seen(shared, State.PRESENT, "serialised", "never more than 1 outstanding")));
      outcomes.add(
          judge.cell(
              own,
              SIGNATURE,
              new Expectation(Presence.ABSENT, Optional.of("concurrent")),
              seen(own, ownName, "concurrent", "8 look-ups of 8 names outstanding at once")));
      outcomes.add(
          judge.cell(
              cached,
              SIGNATURE,
              new Expectation(Presence.ABSENT, Optional.of("cached")),
              seen(cached, State.ABSENT, "cached", "4000 look-ups asked for, 1 on the wire")));
      measurements.add(measured(shared, 86.1, 0.4));
      measurements.add(measured(own, 688.0, 4.5));
      measurements.add(measured(cached, 1_234_567, 20_000));
      int from = measurements.size() - 3;
      effects.add(Effects.between(measurements.get(from), measurements.get(from + 1)));
      effects.add(Effects.between(measurements.get(from), measurements.get(from + 2)));
      for (Cell cell : List.of(shared, own, cached)) {
        trials.addAll(trials(cell));
      }
      sweep("threads@jdk=" + jdk, measurements);
    }
    Map<String, Double> wall = new LinkedHashMap<>();
    wall.put("start of stacks", 31.25);
    wall.put("load", 340.5);
    Map<String, String> provenance = new LinkedHashMap<>();
    provenance.put("kernel", "6.1.0-31-amd64");
    provenance.put("cpu", "2 x Example CPU");
    provenance.put("git commit", "0123456789ab");
    provenance.put("image jre-17", "eclipse-temurin:17-jre sha256:00");
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    parameters.put("jdk", List.of("17", "25"));
    parameters.put("delay-ms", List.of("10"));
    return new RunResult(
        RunResult.SCHEMA,
        "20260102T030405Z-abcd",
        "sample",
        "an invented lab for the tests of its reports",
        true,
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:10:17.5Z",
        parameters,
        judge.run(outcomes, obstacles),
        outcomes,
        effects,
        measurements,
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

  private static List<Observation> seen(Cell cell, State state, String code, String reason) {
    List<Observation> seen = new ArrayList<>();
    for (int trial = 1; trial <= 5; trial++) {
      String file = "evidence/" + cell.id() + "/" + trial + "/dns.pcap";
      seen.add(
          new Observation(
              state,
              state == State.PRESENT ? "serialised" : code,
              reason,
              List.of(
                  new Fact<>(
                      "max-one-name-outstanding",
                      "most look-ups of one name outstanding",
                      "look-ups",
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

  private static Measurement measured(Cell cell, double base, double step) {
    List<Double> samples = new ArrayList<>();
    for (int i : new int[] {0, 2, -1, 1, -2}) {
      samples.add(base + i * step);
    }
    return Measurements.of(RATE, cell.id(), "threads=8", samples);
  }

  /** A variant that is only measured, at four loads. */
  private static void sweep(String cell, List<Measurement> measurements) {
    for (int threads : new int[] {1, 2, 8, 32}) {
      List<Double> samples = new ArrayList<>();
      for (int i : new int[] {0, 2, -1, 1, -2}) {
        samples.add(90.0 - threads / 4.0 + i);
      }
      measurements.add(Measurements.of(RATE, cell, "threads=" + threads, samples));
    }
  }

  private static List<TrialResult> trials(Cell cell) {
    List<TrialResult> trials = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      String folder = "evidence/" + cell.id() + "/" + i;
      trials.add(
          new TrialResult(
              cell.id(),
              i,
              folder,
              "2026-01-02T03:05:0" + i + "Z",
              4000 + i,
              Optional.of(new CaptureStats("dns.pcap", 100 + i, 100 + i, 0, true)),
              Optional.empty()));
    }
    return trials;
  }

  private static Cell cell(String variant, String title, String jdk) {
    Variant declared =
        new Variant(
            variant,
            title,
            List.of("jdk"),
            Map.of(),
            true,
            false,
            Map.of(),
            Map.of(),
            "ask",
            true,
            Map.of(),
            Map.of());
    return new Cell(
        variant + "@jdk=" + jdk,
        declared,
        Map.of("jdk", jdk),
        Map.of(),
        new StackSpec("sample", Map.of(), Map.of()));
  }
}
