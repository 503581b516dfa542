package dev.faultlab.run;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.observation.TrialObserver;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.run.Checkpoint.Done;
import dev.faultlab.run.Checkpoint.Kept;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a run has so far. After every trial it is saved ({@link Checkpoint}), so that an interrupted
 * run can be resumed.
 */
final class Logbook {
  private final RunFolder folder;
  private final Checkpoint before;
  private final List<Kept> kept = new ArrayList<>();
  private final Map<Point, List<ObservedTrial>> observed = new LinkedHashMap<>();
  private final List<CalibrationResult> calibrations;

  /** Several threads write to it: trials of different stacks may run side by side. */
  private final List<Obstacle> obstacles;

  /**
   * @param before what there was when this process took over
   */
  Logbook(RunFolder folder, Plan plan, Checkpoint before) {
    this.folder = folder;
    this.before = before;
    this.calibrations = new ArrayList<>(before.done().calibrations());
    this.obstacles = new CopyOnWriteArrayList<>(before.done().obstacles());
    plan.cells().forEach(cell -> observed.put(cell.point(), new ArrayList<>()));
    TrialObserver observer = new TrialObserver(plan.lab());
    for (Kept trial : before.done().trials()) {
      kept.add(trial);
      Cell cell = plan.cell(trial.trial().point());
      observed
          .get(cell.point())
          .add(
              observer.stored(
                  cell.variant(),
                  trial.trial().evidence(folder.path(), cell.id(), trial.settings())));
    }
  }

  /** Obstacles of the run as a whole. */
  RunFolder folder() {
    return folder;
  }

  /** The run's definition, and what earlier processes have done of it. */
  Checkpoint before() {
    return before;
  }

  /** Point to trials, for every point of the plan. */
  Map<Point, List<ObservedTrial>> observed() {
    return observed;
  }

  List<Obstacle> obstacles() {
    return obstacles;
  }

  List<CalibrationResult> calibrations() {
    return calibrations;
  }

  /** In the order of execution. */
  List<TrialResult> trials() {
    return kept.stream().map(Kept::trial).toList();
  }

  void met(Obstacle obstacle) {
    obstacles.add(obstacle);
  }

  void calibrated(CalibrationResult result) {
    calibrations.add(result);
  }

  /** Records a completed trial; its files are on disk when this returns. */
  void carriedOut(PlannedTrial planned, ObservedTrial seen) throws IOException {
    Point point = planned.cell().point();
    TrialEvidence trial = seen.evidence();
    TrialResult result =
        new TrialResult(
            point,
            trial.index(),
            Optional.of(planned.role()),
            folder.path().relativize(trial.folder()).toString(),
            trial.course());
    observed.get(point).add(seen);
    kept.add(new Kept(result, trial.settings(), EvidenceFiles.secure(trial.folder())));
  }

  /**
   * Saves the current state.
   *
   * @param stacks that are or were up
   * @param wallTime phase to seconds
   */
  void keep(Checkpoint.Stacks stacks, Map<String, Double> wallTime) throws IOException {
    before
        .with(
            new Done(
                before.done().startedAt(),
                kept,
                calibrations,
                stacks,
                obstacles,
                wallTime,
                before.done().resumed()))
        .write(folder);
  }
}
