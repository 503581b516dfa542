package dev.faultlab.run;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.point.Point;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.seen.State;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.trial.Stopwatch;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a run has so far. It is saved as a checkpoint after every trial, so that an interrupted run
 * can be resumed.
 */
final class Logbook {
  /** Stacks are numbered; several are inspected at once. */
  private static final Comparator<CalibrationResult> BY_STACK =
      Comparator.comparingInt((CalibrationResult each) -> each.stack().length())
          .thenComparing(CalibrationResult::stack);

  private final RunSetup setup;
  private final Plan plan;
  private final Stopwatch watch;
  private final List<TrialRecord> trials = new ArrayList<>();

  /** Folder of each trial to its files, as a checkpoint has them. */
  private final Map<String, Map<String, Long>> files = new LinkedHashMap<>();

  private final Map<Point, List<TrialEvidence>> observed;

  /** Several threads write to these: stacks are inspected, and have trials, side by side. */
  private final List<CalibrationResult> calibrations = new CopyOnWriteArrayList<>();

  private final List<Obstacle> obstacles = new CopyOnWriteArrayList<>();

  /** Every stack that was to be started, under its first name. */
  private final Map<StackSpec, StackResult> stacks =
      Collections.synchronizedMap(new LinkedHashMap<>());

  private String startedAt = Instant.now().toString();
  private final AtomicInteger started = new AtomicInteger();

  /** How many trials each deciding point had at the last provisional verdict. */
  private int rounds;

  private boolean verdictReported;

  /** Continues what earlier processes have done of the run. */
  Logbook(RunSetup setup, Stopwatch watch) {
    this.setup = setup;
    this.plan = setup.plan();
    this.watch = watch;
    setup.earlier().ifPresent(this::restore);
    this.observed =
        new LabSignatures(plan.lab()).observe(plan.cells(), trials, setup.folder().path());
  }

  private void restore(Checkpoint earlier) {
    RunResult result = earlier.soFar();
    startedAt = result.startedAt();
    trials.addAll(result.trials());
    files.putAll(earlier.files());
    calibrations.addAll(result.calibrations());
    started.set(earlier.started());
    result.wallTime().forEach(watch::add);
    for (StackResult stack : result.stacks()) {
      Optional<StackResult> sought = Optional.of(stack);
      StackSpec spec =
          plan.cells().stream()
              .filter(cell -> result.stackOf(cell.point()).equals(sought))
              .findFirst()
              .orElseThrow()
              .stack();
      stacks.put(spec, stack);
    }
  }

  /**
   * Whether a point needs no more trials, if that was asked for: each of its faults has shown. An
   * absence needs all trials.
   */
  boolean decided(Cell cell) {
    return plan.endsEarly(cell.point())
        && cell.judged()
        && cell.variant().expect().keySet().stream()
            .allMatch(
                signature ->
                    observed.get(cell.point()).stream()
                        .anyMatch(trial -> trial.of(signature).state() == State.PRESENT));
  }

  boolean hasTrials() {
    return !trials.isEmpty();
  }

  void add(Obstacle.Kind kind, String where, String what) {
    obstacles.add(new Obstacle(kind, where, what));
  }

  void calibrated(CalibrationResult result) {
    calibrations.add(result);
  }

  /** A new name for a stack that is started or restarted now. */
  String nextName(StackSpec spec) {
    String name = spec.profile() + "-" + started.incrementAndGet();
    Map<Requirement, String> images = new LinkedHashMap<>();
    plan.images(spec).values().forEach(each -> images.put(each, setup.images().get(each).origin()));
    stacks.putIfAbsent(spec, new StackResult(name, images, Map.of(), Optional.empty()));
    return name;
  }

  /** A stack is unusable; the others can still be measured. */
  void failed(StackSpec spec, String why) {
    StackResult old = stacks.get(spec);
    stacks.put(spec, new StackResult(old.name(), old.images(), old.ran(), Optional.of(why)));
    if (old.failure().isEmpty()) {
      add(Obstacle.Kind.STACK, old.name(), why);
    }
  }

  /**
   * What a stack reports of its components: axis to version.
   *
   * @return what it reported earlier; empty the first time
   */
  Map<String, String> recordVersions(StackSpec spec, Map<String, String> versions) {
    StackResult old = stacks.get(spec);
    stacks.put(spec, new StackResult(old.name(), old.images(), versions, old.failure()));
    return old.ran();
  }

  /** What the stack of a cell has reported of its components; empty if it was not asked. */
  Map<String, String> versions(Cell cell) {
    return Optional.ofNullable(stacks.get(cell.stack())).map(StackResult::ran).orElse(Map.of());
  }

  /** Records a completed trial; its files are on disk when this returns. */
  void carriedOut(TrialEvidence evidence) throws IOException {
    TrialRecord trial = evidence.trial();
    observed.get(trial.point()).add(evidence);
    files.put(trial.folder(), EvidenceFiles.secure(evidence.folder()));
    trials.add(trial);
  }

  /** Saves the current state. */
  void save() throws IOException {
    new Checkpoint(
            Checkpoint.SCHEMA,
            setup
                .earlier()
                .map(Checkpoint::waves)
                .orElseGet(() -> setup.waves().stream().map(Plan::trials).toList()),
            plan.comparedPoints(),
            setup.guests(),
            Checkpoint.origins(setup.images()),
            started.get(),
            files,
            result(Analysis.unfinished(obstacles), setup.provenance()))
        .write(setup.folder());
  }

  /**
   * Saves the current state if the run has met an obstacle, because a second try would hide it.
   *
   * @throws InterruptedException when the obstacle may be the interruption
   */
  void saveObstacles() throws InterruptedException, IOException {
    Workers.throwIfInterrupted();
    if (!obstacles.isEmpty()) {
      save();
    }
  }

  /**
   * A provisional verdict, once: as soon as it is not inconclusive when every deciding point has
   * one trial more, while other trials still run. A later trial may still contradict it.
   */
  Optional<String> verdictSoFar() {
    int complete =
        plan.judged().stream()
            .mapToInt(cell -> observed.get(cell.point()).size())
            .min()
            .orElse(rounds);
    int done = observed.values().stream().mapToInt(List::size).sum();
    int total = plan.trials().size();
    if (verdictReported || complete == rounds || done == total) {
      return Optional.empty();
    }
    rounds = complete;
    Verdict verdict =
        Analysis.verdict(
            plan.cells(), Analysis.outcomes(plan.cells(), observed, this::versions), obstacles);
    verdictReported = verdict.judgement() != Judgement.INCONCLUSIVE;
    String words =
        verdict.judgement() == Judgement.AS_EXPECTED
            ? "as expected on both sides"
            : "contradicted (" + verdict.reasons().get(0) + ")";
    return verdictReported
        ? Optional.of(
            "verdict so far: %s after %d of %d trials; the final verdict uses all of them"
                .formatted(words, done, total))
        : Optional.empty();
  }

  /** The result as if the run ended here; a point without trials is inconclusive. */
  RunResult result() {
    Analysis analysis = Analysis.of(plan.lab(), plan.cells(), observed, this::versions, obstacles);
    Map<String, String> provenance = new LinkedHashMap<>(setup.provenance());
    provenance.putAll(StackInspector.observedConditions(plan.lab(), observed.values()));
    return result(analysis, provenance);
  }

  private RunResult result(Analysis analysis, Map<String, String> provenance) {
    return new RunResult(
        RunResult.SCHEMA,
        setup.folder().id(),
        plan.lab().name(),
        plan.lab().title(),
        plan.form(),
        startedAt,
        Instant.now().toString(),
        plan.parameters(),
        analysis.verdict(),
        analysis.obstacles(),
        plan.cells().stream().map(this::point).toList(),
        List.copyOf(stacks.values()),
        analysis.outcomes(),
        analysis.effects(),
        analysis.measurements(),
        calibrations.stream().sorted(BY_STACK).toList(),
        List.copyOf(trials),
        watch.secondsSoFar(),
        provenance);
  }

  private PointResult point(Cell cell) {
    Optional<StackResult> stack = Optional.ofNullable(stacks.get(cell.stack()));
    return new PointResult(
        cell.point(), cell.id(), cell.variant().title(), stack.map(StackResult::name));
  }
}
