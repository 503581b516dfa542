package dev.faultlab.run;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.report.RunResult;
import dev.faultlab.report.RunResult.TrialResult;
import dev.faultlab.verdict.Judge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges a finished run again, from the evidence that it has kept, with the signatures and
 * expectations of today: a mended detector must not cost another hour of trials. What the run met
 * on its way (a stack that did not start, a calibration out of tolerance) still stands.
 */
public final class SecondLook {
  private SecondLook() {}

  /**
   * The same run with what its evidence says now.
   *
   * @param folder of the run, with its evidence
   * @param lab as it is declared today
   * @param by what judges now, for the provenance
   * @throws LabException when the lab no longer has a cell of the run, or its evidence is gone
   */
  public static RunResult at(RunResult run, Path folder, Lab lab, String by) {
    List<Cell> cells = cells(run, lab);
    Map<String, List<TrialEvidence>> evidence = new LinkedHashMap<>();
    cells.forEach(cell -> evidence.put(cell.id(), new ArrayList<>()));
    Map<String, Cell> byId = new LinkedHashMap<>();
    cells.forEach(cell -> byId.put(cell.id(), cell));
    for (TrialResult trial : run.trials()) {
      Cell cell = byId.get(trial.cell());
      if (cell == null) {
        throw new LabException(
            "run "
                + run.runId()
                + " has trials of "
                + trial.cell()
                + ", which the lab no longer has");
      }
      evidence.get(cell.id()).add(evidence(folder, trial, cell));
    }
    Analysis analysis = Analysis.of(lab, cells, evidence, obstacles(run));
    Map<String, String> provenance = new LinkedHashMap<>(run.provenance());
    provenance.putIfAbsent("first verdict", run.verdict().judgement().toString());
    provenance.put("judged again by", by);
    return new RunResult(
        run.schema(),
        run.runId(),
        run.lab(),
        lab.title(),
        run.quick(),
        run.startedAt(),
        run.finishedAt(),
        run.parameters(),
        analysis.verdict(),
        analysis.outcomes(),
        analysis.effects(),
        analysis.measurements(),
        run.calibrations(),
        run.trials(),
        run.wallTime(),
        provenance);
  }

  /** What was planned: the variants that have a trial or an outcome, at the run's parameters. */
  private static List<Cell> cells(RunResult run, Lab lab) {
    List<String> variants =
        lab.variants().stream()
            .map(variant -> variant.id())
            .filter(
                id ->
                    run.trials().stream().anyMatch(t -> t.cell().split("@")[0].equals(id))
                        || run.outcomes().stream().anyMatch(o -> o.variant().equals(id)))
            .toList();
    Map<String, String> given = new LinkedHashMap<>();
    run.parameters().forEach((name, values) -> given.put(name, String.join(",", values)));
    given.keySet().retainAll(lab.parameters().keySet());
    return new Planner(lab).plan(new Choices(given, variants, run.quick())).cells();
  }

  private static TrialEvidence evidence(Path folder, TrialResult trial, Cell cell) {
    Path of = folder.resolve(trial.folder());
    if (trial.failure().isEmpty() && !of.toFile().isDirectory()) {
      throw new LabException("the evidence " + of + " is gone, so it cannot be judged again");
    }
    Map<String, String> settings = new LinkedHashMap<>(cell.settings());
    settings.put("trial", Integer.toString(trial.index()));
    return new TrialEvidence(
        folder,
        of,
        trial.cell(),
        trial.index(),
        settings,
        trial.capture(),
        trial.failure(),
        trial.startedAt(),
        trial.loadMillis());
  }

  /** The reasons of the first verdict that do not come from its outcomes. */
  private static List<String> obstacles(RunResult run) {
    List<String> obstacles = new ArrayList<>(run.verdict().reasons());
    obstacles.removeAll(new Judge().run(run.outcomes(), List.of()).reasons());
    obstacles.removeIf(reason -> reason.startsWith(Analysis.UNREADABLE));
    return obstacles;
  }
}
