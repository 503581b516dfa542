package dev.faultlab.run;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Requirement;
import dev.faultlab.observation.LabSignatures;
import dev.faultlab.observation.ObservedTrial;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.point.Point;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.run.Checkpoint.Done;
import dev.faultlab.run.Checkpoint.Kept;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a run has so far, as a result and as a checkpoint. The checkpoint is saved after every
 * trial, so that an interrupted run can be resumed.
 */
final class Logbook {
  /** Stacks are numbered; several are inspected at once. */
  private static final Comparator<CalibrationResult> BY_STACK =
      Comparator.comparingInt((CalibrationResult each) -> each.stack().length())
          .thenComparing(CalibrationResult::stack);

  private final RunSetup setup;
  private final Plan plan;
  private final Stopwatch watch;
  private final List<Kept> kept;
  private final Map<Point, List<ObservedTrial>> observed;

  /** Several threads write to these: stacks are inspected, and have trials, side by side. */
  private final List<CalibrationResult> calibrations;

  private final List<Obstacle> obstacles;

  /** Every stack that was to be started, by its first name. */
  private final Map<StackSpec, String> names = new LinkedHashMap<>();

  private final Map<StackSpec, Map<String, String>> ran = new ConcurrentHashMap<>();
  private final Map<StackSpec, String> failures = new LinkedHashMap<>();
  private int started;

  /** How many trials each deciding point had at the last provisional verdict. */
  private int rounds;

  private boolean said;

  /** Continues what earlier processes have done of the run. */
  Logbook(RunSetup setup, Stopwatch watch) {
    this.setup = setup;
    this.plan = setup.plan();
    this.watch = watch;
    Done done = setup.checkpoint().done();
    this.kept = new ArrayList<>(done.trials());
    this.calibrations = new CopyOnWriteArrayList<>(done.calibrations());
    this.obstacles = new CopyOnWriteArrayList<>(done.obstacles());
    this.started = done.started();
    done.wallTime().forEach(watch::add);
    for (Checkpoint.Up up : done.stacks()) {
      StackSpec spec = plan.cell(up.point()).stack();
      names.put(spec, up.stack().name());
      ran.put(spec, up.stack().ran());
    }
    this.observed =
        new LabSignatures(plan.lab())
            .observe(plan.cells(), kept.stream().map(Kept::trial).toList(), setup.folder().path());
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
    return !kept.isEmpty();
  }

  void met(Obstacle.Kind kind, String where, String what) {
    obstacles.add(new Obstacle(kind, where, what));
  }

  void calibrated(CalibrationResult result) {
    calibrations.add(result);
  }

  /** A new name for a stack that is started or restarted now. */
  synchronized String nextName(StackSpec spec) {
    String name = spec.profile() + "-" + ++started;
    names.putIfAbsent(spec, name);
    return name;
  }

  /** A stack is unusable; the others can still be measured. */
  void failed(StackSpec spec, String why) {
    if (failures.put(spec, why) == null) {
      met(Obstacle.Kind.STACK, names.get(spec), why);
    }
  }

  /**
   * What a stack reports of its components: axis to version.
   *
   * @return what it reported earlier, which is null the first time
   */
  Map<String, String> ran(StackSpec spec, Map<String, String> said) {
    return ran.put(spec, said);
  }

  /** What the stack of a cell has reported of its components; empty if it was not asked. */
  Map<String, String> ran(Cell cell) {
    return ran.getOrDefault(cell.stack(), Map.of());
  }

  /** Records a completed trial; its files are on disk when this returns. */
  void carriedOut(ObservedTrial seen) throws IOException {
    TrialRecord trial = seen.evidence().trial();
    observed.get(trial.point()).add(seen);
    kept.add(new Kept(trial, EvidenceFiles.secure(seen.evidence().folder())));
  }

  /** Saves the current state. */
  void keep() throws IOException {
    List<Checkpoint.Up> up = new ArrayList<>();
    names.keySet().forEach(s -> up.add(new Checkpoint.Up(plan.anyOn(s).point(), stack(s))));
    Done done = setup.checkpoint().done();
    setup
        .checkpoint()
        .with(
            new Done(
                done.startedAt(),
                kept,
                calibrations,
                up,
                startedStacks(),
                obstacles,
                watch.secondsSoFar(),
                done.resumed()))
        .write(setup.folder());
  }

  private synchronized int startedStacks() {
    return started;
  }

  /**
   * Saves the current state if the run has met an obstacle, because a second try would hide it.
   *
   * @throws InterruptedException when the obstacle may be the interruption
   */
  void keepObstacles() throws InterruptedException, IOException {
    Workers.throwIfInterrupted();
    if (!obstacles.isEmpty()) {
      keep();
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
    int all = plan.trials().size();
    if (said || complete == rounds || done == all) {
      return Optional.empty();
    }
    rounds = complete;
    Verdict verdict =
        Analysis.verdict(
            plan.cells(), Analysis.outcomes(plan.cells(), observed, this::ran), obstacles);
    said = verdict.judgement() != Judgement.INCONCLUSIVE;
    String words =
        verdict.judgement() == Judgement.AS_EXPECTED
            ? "as expected on both sides"
            : "contradicted (" + verdict.reasons().get(0) + ")";
    return said
        ? Optional.of(
            "verdict so far: %s after %d of %d trials; the final verdict uses all of them"
                .formatted(words, done, all))
        : Optional.empty();
  }

  /** The result as if the run ended here; a point without trials is inconclusive. */
  RunResult result() {
    List<TrialRecord> trials = kept.stream().map(Kept::trial).toList();
    Analysis analysis =
        Analysis.of(plan.lab(), plan.cells(), trials, observed, this::ran, obstacles);
    return new RunResult(
        RunResult.SCHEMA,
        setup.folder().id(),
        plan.lab().name(),
        plan.lab().title(),
        plan.form(),
        setup.checkpoint().done().startedAt(),
        Instant.now().toString(),
        plan.parameters(),
        analysis.verdict(),
        analysis.obstacles(),
        plan.cells().stream().map(this::point).toList(),
        names.keySet().stream().map(this::stack).toList(),
        analysis.outcomes(),
        analysis.effects(),
        analysis.measurements(),
        calibrations.stream().sorted(BY_STACK).toList(),
        trials,
        watch.secondsSoFar(),
        provenance());
  }

  private Map<String, String> provenance() {
    Map<String, String> facts = new LinkedHashMap<>(setup.checkpoint().asked().provenance());
    facts.put("trials at once", Integer.toString(TrialQueue.atOnce(plan)));
    plan.lab().readings().deterministic().ifPresent(why -> facts.put(Lab.DETERMINISTIC, why));
    facts.put("waves", Integer.toString(setup.checkpoint().asked().waves().size()));
    facts.putAll(StackInspector.found(plan.lab(), observed.values()));
    if (!setup.checkpoint().done().resumed().isEmpty()) {
      facts.put("resumed", String.join("; ", setup.checkpoint().done().resumed()));
    }
    return facts;
  }

  private PointResult point(Cell cell) {
    return new PointResult(
        cell.point(),
        cell.id(),
        cell.variant().title(),
        Optional.ofNullable(names.get(cell.stack())));
  }

  private StackResult stack(StackSpec spec) {
    Map<Requirement, String> made = new LinkedHashMap<>();
    plan.images(spec).values().forEach(role -> made.put(role, setup.images().get(role).origin()));
    return new StackResult(
        names.get(spec),
        made,
        ran.getOrDefault(spec, Map.of()),
        Optional.ofNullable(failures.get(spec)));
  }
}
