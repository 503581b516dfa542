package dev.faultlab.report.diff;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Metric;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Runs with one thing changed. */
public final class Altered {
  private Altered() {}

  public static RunResult scaled(RunResult run, double factor) {
    return measured(
        run, m -> of(m, m.samples().stream().map(s -> s * factor).toList(), m.higherIsBetter()));
  }

  static RunResult lowerIsBetter(RunResult run) {
    return measured(run, m -> of(m, m.samples(), false));
  }

  static RunResult firstTrials(RunResult run, int n) {
    return measured(run, m -> of(m, m.samples().subList(0, n), m.higherIsBetter()));
  }

  static RunResult unknown(RunResult run) {
    List<CellOutcome> outcomes = new ArrayList<>(run.outcomes());
    CellOutcome o = outcomes.get(0);
    outcomes.set(
        0,
        new CellOutcome(
            o.cell(),
            o.variant(),
            o.title(),
            o.point(),
            o.signature(),
            o.expectation(),
            State.UNKNOWN,
            new java.util.EnumMap<>(Map.of(State.PRESENT, 4, State.UNKNOWN, 1)),
            Judgement.INCONCLUSIVE,
            "not enough look-ups",
            o.observations()));
    return copy(run, run.lab(), run.parameters(), outcomes, run.measurements(), run.provenance());
  }

  static RunResult only(RunResult run, String axis, String value) {
    String suffix = "@" + axis + "=" + value;
    return copy(
        run,
        run.lab(),
        with(run.parameters(), axis, List.of(value)),
        run.outcomes().stream().filter(o -> o.cell().endsWith(suffix)).toList(),
        run.measurements().stream().filter(m -> m.cell().endsWith(suffix)).toList(),
        run.provenance());
  }

  static RunResult lab(RunResult run, String lab) {
    return copy(run, lab, run.parameters(), run.outcomes(), run.measurements(), run.provenance());
  }

  public static RunResult parameter(RunResult run, String name, String value) {
    Map<String, List<String>> parameters = with(run.parameters(), name, List.of(value));
    return copy(run, run.lab(), parameters, run.outcomes(), run.measurements(), run.provenance());
  }

  static RunResult provenance(RunResult run, String name, String value) {
    Map<String, String> provenance = with(run.provenance(), name, value);
    return copy(run, run.lab(), run.parameters(), run.outcomes(), run.measurements(), provenance);
  }

  private static RunResult measured(RunResult run, Function<Measurement, Measurement> change) {
    List<Measurement> measurements = run.measurements().stream().map(change).toList();
    return copy(run, run.lab(), run.parameters(), run.outcomes(), measurements, run.provenance());
  }

  private static Measurement of(Measurement m, List<Double> samples, boolean higherIsBetter) {
    Metric metric =
        new Metric(m.metric(), m.title(), m.unit(), higherIsBetter, "a.json#/x", Optional.empty());
    return Measurements.of(metric, m.cell(), m.label(), samples);
  }

  private static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
    Map<String, V> changed = new LinkedHashMap<>(map);
    changed.put(key, value);
    return changed;
  }

  private static RunResult copy(
      RunResult run,
      String lab,
      Map<String, List<String>> parameters,
      List<CellOutcome> outcomes,
      List<Measurement> measurements,
      Map<String, String> provenance) {
    List<Effect> none = List.of();
    return new RunResult(
        run.schema(),
        run.runId(),
        lab,
        run.title(),
        run.quick(),
        run.startedAt(),
        run.finishedAt(),
        parameters,
        run.verdict(),
        outcomes,
        none,
        measurements,
        run.calibrations(),
        run.trials(),
        run.wallTime(),
        provenance);
  }
}
