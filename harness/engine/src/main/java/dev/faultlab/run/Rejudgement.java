package dev.faultlab.run;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.files.InnerPath;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.LabException;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.text.Escape;
import dev.faultlab.verdict.Obstacle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges a finished run again, from its kept evidence, with today's signatures and expectations:
 * fixing a signature must not cost another hour of trials. The obstacles that the run met (a stack
 * that did not start, a calibration out of tolerance) still count.
 */
public final class Rejudgement {
  /** Entry of the provenance with the commit that judged again. */
  public static final String JUDGED_BY = "judged again by";

  /** Entry of the provenance for a lab whose files have changed since the run. */
  private static final String OTHER_DECLARATION = "judged by another declaration";

  private Rejudgement() {}

  /**
   * Why a second judgement may answer another question: the settings of trials are not in the
   * result, so they are taken from the lab's files of today.
   */
  public static Optional<String> doubt(RunResult run, Lab lab) {
    String then = run.provenance().get(LabDigest.ENTRY);
    String now = LabDigest.brief(lab.folder());
    String why =
        then == null
            ? "The result does not record the files of lab %1$s"
            : "The files of lab %s are others today (%s) than those of the run (%s)";
    return now.equals(then)
        ? Optional.empty()
        : Optional.of(
            why.formatted(lab.name(), now, Escape.line(String.valueOf(then)))
                + ", so the settings of its trials come from the current files.");
  }

  /**
   * The same run, judged by its evidence now.
   *
   * @param folder of the run, with its evidence
   * @param lab as it is declared today
   * @param by the program that judges now, for the provenance
   * @throws LabException when the lab does not have a variant of the run any more, or its evidence
   *     is gone
   */
  public static RunResult judge(RunResult run, Path folder, Lab lab, String by) {
    Planner planner = new Planner(lab);
    List<Cell> cells = run.measured().stream().map(point -> cell(planner, point, run)).toList();
    run.trials().forEach(trial -> requireEvidence(folder, trial));
    Map<Point, List<TrialEvidence>> observed =
        new LabSignatures(lab).observe(cells, run.trials(), folder);
    List<Obstacle> obstacles =
        run.obstacles().stream().filter(o -> o.kind() != Obstacle.Kind.READING).toList();
    Analysis analysis =
        Analysis.of(
            lab,
            cells,
            observed,
            cell -> run.stackOf(cell.point()).map(StackResult::ran).orElse(Map.of()),
            obstacles);
    Map<String, String> provenance = new LinkedHashMap<>(run.provenance());
    provenance.putIfAbsent("first verdict", run.verdict().judgement().toString());
    provenance.put(JUDGED_BY, by);
    provenance.remove(OTHER_DECLARATION);
    String now = LabDigest.brief(lab.folder());
    if (!run.provenance().getOrDefault(LabDigest.ENTRY, now).equals(now)) {
      provenance.put(OTHER_DECLARATION, now);
    }
    return new RunResult(
        run.schema(),
        run.runId(),
        run.lab(),
        lab.title(),
        run.form(),
        run.startedAt(),
        run.finishedAt(),
        run.parameters(),
        analysis.verdict(),
        analysis.obstacles(),
        run.points(),
        run.stacks(),
        analysis.outcomes(),
        analysis.effects(),
        analysis.measurements(),
        run.calibrations(),
        run.trials(),
        run.wallTime(),
        provenance);
  }

  private static Cell cell(Planner planner, Point point, RunResult run) {
    try {
      return planner.cell(point, run.parameters(), run.form());
    } catch (BadQuestion e) {
      throw new LabException("run " + run.runId() + " cannot be judged again: " + e.getMessage());
    }
  }

  private static void requireEvidence(Path folder, TrialRecord trial) {
    Path path = InnerPath.of(folder, trial.folder());
    if (trial.failure().isEmpty() && !Files.isDirectory(path)) {
      throw new LabException("the evidence " + path + " is missing, so it cannot be judged again");
    }
  }
}
