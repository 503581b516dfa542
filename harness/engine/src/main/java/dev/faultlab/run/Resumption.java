package dev.faultlab.run;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.Requirement;
import dev.faultlab.owner.Owner;
import dev.faultlab.owner.Owner.Life;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.Checkpoint.Done;
import dev.faultlab.run.Checkpoint.Kept;
import dev.faultlab.run.Checkpoint.Load;
import dev.faultlab.stack.Provenance;
import dev.faultlab.stack.RunEngine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Resumes an interrupted run: complete trials are kept, the others are carried out. This works only
 * if nothing has changed, otherwise its trials would not be comparable.
 */
public record Resumption(StoredRun.Unread run, Checkpoint checkpoint, Plan plan, List<Kept> whole) {
  /** Entries of the machine that differ each time and do not affect a verdict. */
  private static final Set<String> PASSING = Set.of("load average", "memory");

  /** The name of an interrupted run's lab. */
  public static String lab(StoredRun.Unread run) throws IOException {
    return checkpoint(run).asked().lab();
  }

  /**
   * What is left to do.
   *
   * @param lab as it is declared today
   * @param ended whether the user states that the run has ended, if this process cannot see it
   * @throws CannotResume when the run may still be active, has left nothing to resume from, met an
   *     obstacle that a second try would hide, or its lab has changed
   */
  public static Resumption of(StoredRun.Unread run, Lab lab, boolean ended) throws IOException {
    Checkpoint checkpoint = checkpoint(run);
    Checkpoint.Definition asked = checkpoint.asked();
    requireDead(run, ended);
    if (!asked.declaration().equals(LabDigest.of(lab.folder()))) {
      throw new CannotResume(
          "run " + run.id() + ": lab " + lab.name() + " has changed since it was interrupted");
    }
    if (!checkpoint.done().obstacles().isEmpty()) {
      throw new CannotResume(
          String.format(
              "run %s can no longer reach a verdict, because it met an obstacle before it was"
                  + " interrupted: %s",
              run.id(), checkpoint.done().obstacles().get(0).message()));
    }
    List<Kept> whole = new ArrayList<>();
    for (Kept trial : checkpoint.done().trials()) {
      if (EvidenceFiles.sizes(InnerPath.of(run.folder(), trial.trial().folder()))
          .equals(trial.files())) {
        whole.add(trial);
      }
    }
    return new Resumption(run, checkpoint, plan(lab, asked), whole);
  }

  private static Checkpoint checkpoint(StoredRun.Unread run) throws IOException {
    if (!Files.exists(run.folder().resolve(Checkpoint.FILE))) {
      throw new CannotResume(
          "run " + run.id() + " was interrupted before it had anything to resume; start a new one");
    }
    try {
      return Checkpoint.read(run.folder());
    } catch (IOException e) {
      throw new CannotResume(
          run.folder().resolve(Checkpoint.FILE) + " cannot be read: " + Json.why(e));
    }
  }

  private static void requireDead(StoredRun.Unread run, boolean ended) {
    Optional<Owner> last = RunFolder.lastOwner(run.why()).flatMap(Owner::parse);
    if (last.isEmpty() || last.get().equals(Owner.current())) {
      return;
    }
    Owner owner = last.get();
    // A run that was interrupted by a signal has recorded that it ended.
    boolean hidden = RunFolder.owner(run.why()).isPresent() && owner.life(true) == Life.HIDDEN;
    if (owner.life(true) == Life.RUNS) {
      throw new CannotResume("run " + run.id() + " is still active, in process " + owner.pid());
    }
    if (hidden && !ended) {
      throw new CannotResume(
          String.format(
              "run %s belongs to process %d in another container or of another user, so faultlab"
                  + " cannot see whether it is still active. If it has ended:"
                  + " ./faultlab run --resume %s --ended",
              run.id(), owner.pid(), run.id()));
    }
  }

  private static Plan plan(Lab lab, Checkpoint.Definition asked) {
    Planner planner = new Planner(lab);
    Map<Point, Cell> cells = new LinkedHashMap<>();
    asked.points().forEach(p -> cells.put(p, planner.cell(p, asked.parameters(), asked.form())));
    List<PlannedTrial> trials =
        asked.waves().stream()
            .flatMap(List::stream)
            .map(load -> load.on(cells.get(load.point())))
            .toList();
    List<Set<Cell>> beside = new ArrayList<>();
    for (Set<Point> points : asked.beside()) {
      beside.add(new LinkedHashSet<>(points.stream().map(cells::get).toList()));
    }
    return new Plan(
        lab, asked.parameters(), asked.form(), List.copyOf(cells.values()), trials, beside);
  }

  /**
   * Takes the run over, for what is left of it.
   *
   * @throws CannotResume when something differs from the first start; then nothing was started
   */
  public RunSetup setup(RunHost host) throws IOException, InterruptedException {
    List<Plan> left = waves();
    Waves.requireRoom(left, host.environment());
    RunEngine engine = host.ready(plan);
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> images = host.resolve(plan.requirements());
    double seconds = (System.nanoTime() - begin) / 1e9;
    require(engine.provenance(), images);
    int all = checkpoint.asked().waves().stream().mapToInt(List::size).sum();
    host.progress()
        .say(
            String.format(
                "run %s of lab %s is resumed: %d of its %d trials are there",
                run.id(), plan.lab().name(), whole.size(), all));
    return new RunSetup(
        host,
        plan,
        left,
        TimeEstimate.of(
            plan,
            left.stream().flatMap(wave -> wave.trials().stream()).toList(),
            new RunStore(host.results())),
        checkpoint.asked().guests(),
        claim(),
        engine,
        images,
        seconds,
        resumed(),
        Map.of());
  }

  private List<Plan> waves() {
    List<Plan> waves = new ArrayList<>();
    for (List<Load> loads : checkpoint.asked().waves()) {
      List<PlannedTrial> left =
          loads.stream()
              .filter(load -> whole.stream().noneMatch(kept -> load.isOf(kept.trial())))
              .map(load -> load.on(plan.cell(load.point())))
              .toList();
      if (!left.isEmpty()) {
        waves.add(plan.with(left));
      }
    }
    return List.copyOf(waves);
  }

  /**
   * Rejects another machine, program or image.
   *
   * @param provenance of machine and program today
   * @param images what fulfils each requirement today
   * @throws CannotResume naming the first difference
   */
  private void require(Map<String, String> provenance, Map<Requirement, ImageSource.Image> images) {
    Map<String, String> now = new LinkedHashMap<>(provenance);
    now.keySet().removeAll(PASSING);
    now.forEach((what, value) -> same(what, checkpoint.asked().provenance(), value));
    // An unknown entry is left out, so a missing one may have changed.
    for (String source : List.of(Provenance.COMMIT, Provenance.CHANGES)) {
      if (checkpoint.asked().provenance().containsKey(source)) {
        same(source, checkpoint.asked().provenance(), now.getOrDefault(source, "not known"));
      }
    }
    Checkpoint.origins(images)
        .forEach((one, origin) -> same(one, checkpoint.asked().images(), origin));
  }

  private void same(String what, Map<String, String> then, String now) {
    String before = then.getOrDefault(what, "not known");
    if (!before.equals(now)) {
      throw new CannotResume(
          String.format(
              "run %s cannot continue: %s was %s, and is now %s", run.id(), what, before, now));
    }
  }

  /**
   * Takes the run over for this process, and deletes the files of incomplete trials.
   *
   * @throws CannotResume when another process has just resumed it
   */
  private RunFolder claim() throws IOException {
    RunFolder folder = new RunFolder(run.folder());
    try (FileChannel file =
            FileChannel.open(run.folder().resolve(Checkpoint.FILE), StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null
          || !BoundedText.read(run.folder().resolve(RunFolder.PARTIAL)).strip().equals(run.why())) {
        throw new CannotResume("run " + run.id() + " has just been resumed by another process");
      }
      folder.begin(Owner.current().label());
    } catch (OverlappingFileLockException e) {
      throw new CannotResume("run " + run.id() + " has just been resumed by another process");
    }
    clear(folder);
    return folder;
  }

  /**
   * Deletes the evidence of trials that will be repeated. Stacks that had come up but are in no
   * checkpoint yet free their names, and so the folders of their calibrations.
   */
  private void clear(RunFolder folder) throws IOException {
    for (Plan wave : waves()) {
      for (PlannedTrial trial : wave.trials()) {
        Trees.delete(folder.trial(trial.cell().id(), trial.index()));
      }
    }
    Set<Path> known = new HashSet<>();
    whole.forEach(k -> known.add(InnerPath.of(folder.path(), k.trial().folder()).getParent()));
    checkpoint
        .done()
        .calibrations()
        .forEach(
            c -> known.add(folder.trial(RunFolder.calibration(c.id(), c.stack()), 1).getParent()));
    if (Files.isDirectory(folder.evidence())) {
      try (Stream<Path> found = Files.list(folder.evidence())) {
        found.filter(one -> !known.contains(one)).forEach(Trees::delete);
      }
    }
  }

  /** The state that the rest of the run starts from. */
  private Checkpoint resumed() {
    Done done = checkpoint.done();
    List<String> resumed = new ArrayList<>(done.resumed());
    resumed.add(
        String.format("%s with %d trials, after: %s", Instant.now(), whole.size(), run.why()));
    return checkpoint.with(
        new Done(
            done.startedAt(),
            whole,
            done.calibrations(),
            done.stacks(),
            done.started(),
            done.obstacles(),
            done.wallTime(),
            resumed));
  }
}
