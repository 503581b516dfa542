package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.Requirement;
import dev.faultlab.owner.Owner;
import dev.faultlab.owner.Owner.Life;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.Planner;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.stack.Provenance;
import dev.faultlab.stack.RunEngine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Resumes an interrupted run: complete trials are kept, the others are carried out. This works only
 * if nothing has changed, otherwise its trials would not be comparable.
 */
public record Resumption(StoredRun.Rejected run, Checkpoint checkpoint, Plan plan) {
  /** Entries of the machine that differ each time and do not affect a verdict. */
  private static final Set<String> VOLATILE_ENTRIES = Set.of("load average", "memory");

  /** The name of an interrupted run's lab. */
  public static String lab(StoredRun.Rejected run) throws IOException {
    return checkpoint(run).soFar().lab();
  }

  /**
   * Prepares to resume a run.
   *
   * @param lab as it is declared today
   * @param ended whether the user states that the run has ended, if this process cannot see it
   * @throws BadQuestion when the run may still be active, has left nothing to resume from, met an
   *     obstacle that a second try would hide, or its lab has changed
   */
  public static Resumption of(StoredRun.Rejected run, Lab lab, boolean ended) throws IOException {
    Checkpoint checkpoint = checkpoint(run);
    RunResult soFar = checkpoint.soFar();
    requireDead(run, ended);
    if (!LabDigest.brief(lab.folder()).equals(soFar.provenance().get(LabDigest.ENTRY))) {
      throw new BadQuestion(
          "run " + run.id() + ": lab " + lab.name() + " has changed since it was interrupted");
    }
    if (!soFar.obstacles().isEmpty()) {
      String format =
          "run %s can no longer reach a verdict, because it met an obstacle before it was interrupted: %s";
      throw new BadQuestion(format.formatted(run.id(), soFar.obstacles().get(0).message()));
    }
    return new Resumption(run, checkpoint.onlyComplete(run.folder()), plan(lab, checkpoint));
  }

  private static Checkpoint checkpoint(StoredRun.Rejected run) throws IOException {
    if (!Files.exists(run.folder().resolve(Checkpoint.FILE))) {
      throw new BadQuestion(
          "run " + run.id() + " was interrupted before it had anything to resume; start a new one");
    }
    try {
      return Checkpoint.read(run.folder());
    } catch (IOException e) {
      throw new BadQuestion(
          run.folder().resolve(Checkpoint.FILE) + " cannot be read: " + Json.why(e));
    }
  }

  private static void requireDead(StoredRun.Rejected run, boolean ended) {
    Optional<Owner> last = RunFolder.lastOwner(run.why()).flatMap(Owner::parse);
    if (last.isEmpty() || last.get().equals(Owner.current())) {
      return;
    }
    Owner owner = last.get();
    // A run that was interrupted by a signal has recorded that it ended.
    boolean isHidden = RunFolder.owner(run.why()).isPresent() && owner.life(true) == Life.HIDDEN;
    if (owner.life(true) == Life.RUNS) {
      throw new BadQuestion("run " + run.id() + " is still active, in process " + owner.pid());
    }
    if (isHidden && !ended) {
      throw new BadQuestion(
          String.format(
              "run %s belongs to process %d in another container or of another user, so faultlab"
                  + " cannot see whether it is still active. If it has ended:"
                  + " ./faultlab run --resume %s --ended",
              run.id(), owner.pid(), run.id()));
    }
  }

  private static Plan plan(Lab lab, Checkpoint checkpoint) {
    RunResult stored = checkpoint.soFar();
    Planner planner = new Planner(lab);
    return new Plan(
        lab,
        stored.parameters(),
        stored.form(),
        stored.measured().stream()
            .map(point -> planner.cell(point, stored.parameters(), stored.form()))
            .toList(),
        checkpoint.waves().stream().flatMap(List::stream).toList(),
        checkpoint.beside());
  }

  /**
   * Takes the run over, for what is left of it.
   *
   * @throws BadQuestion when something differs from the first start; then nothing was started
   */
  public RunSetup setup(RunHost host) throws IOException, InterruptedException {
    List<Plan> remaining = waves();
    Waves.requireRoom(remaining, host.environment());
    RunEngine engine = host.readyEngine(plan);
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> images = host.resolve(plan.requirements());
    double seconds = (System.nanoTime() - begin) / 1e9;
    require(engine.provenance(), images);
    String message = "run %s of lab %s is resumed: %d of its %d trials are there";
    int done = kept().size();
    host.progress().say(message.formatted(run.id(), plan.lab().name(), done, plan.trials().size()));
    return new RunSetup(
        host,
        plan,
        remaining,
        TimeEstimate.of(
            plan,
            remaining.stream().flatMap(wave -> wave.trials().stream()).toList(),
            new RunStore(host.results())),
        checkpoint.guests(),
        claim(),
        engine,
        images,
        seconds,
        resumed(),
        Optional.of(checkpoint));
  }

  private List<Plan> waves() {
    List<Plan> waves = new ArrayList<>();
    for (List<PlannedTrial> trials : checkpoint.waves()) {
      List<PlannedTrial> remaining =
          trials.stream()
              .filter(
                  trial ->
                      kept().stream()
                          .noneMatch(
                              kept ->
                                  kept.point().equals(trial.point())
                                      && kept.index() == trial.index()))
              .toList();
      if (!remaining.isEmpty()) {
        waves.add(plan.with(remaining));
      }
    }
    return List.copyOf(waves);
  }

  private List<TrialRecord> kept() {
    return checkpoint.soFar().trials();
  }

  /**
   * Rejects another machine, program or image.
   *
   * @param provenance of machine and program today
   * @param images what fulfils each requirement today
   * @throws BadQuestion naming the first difference
   */
  private void require(Map<String, String> provenance, Map<Requirement, ImageSource.Image> images) {
    Map<String, String> now = new LinkedHashMap<>(provenance);
    now.keySet().removeAll(VOLATILE_ENTRIES);
    Map<String, String> then = checkpoint.soFar().provenance();
    now.forEach((what, value) -> check(what, then, value));
    // An unknown entry is left out, so a missing one may have changed.
    for (String source : List.of(Provenance.COMMIT, Provenance.CHANGES)) {
      if (then.containsKey(source)) {
        check(source, then, now.getOrDefault(source, "not known"));
      }
    }
    Checkpoint.origins(images).forEach((one, origin) -> check(one, checkpoint.images(), origin));
  }

  private void check(String what, Map<String, String> then, String now) {
    String before = then.getOrDefault(what, "not known");
    if (!before.equals(now)) {
      String format = "run %s cannot continue: %s was %s, and is now %s";
      throw new BadQuestion(format.formatted(run.id(), what, before, now));
    }
  }

  /**
   * Takes the run over for this process, and deletes the files of incomplete trials.
   *
   * @throws BadQuestion when another process has just resumed it
   */
  private RunFolder claim() throws IOException {
    RunFolder folder = new RunFolder(run.folder());
    try (FileChannel file =
            FileChannel.open(run.folder().resolve(Checkpoint.FILE), StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null
          || !BoundedText.read(run.folder().resolve(RunFolder.PARTIAL)).strip().equals(run.why())) {
        throw new BadQuestion("run " + run.id() + " has just been resumed by another process");
      }
      folder.begin(Owner.current().label());
    } catch (OverlappingFileLockException e) {
      throw new BadQuestion("run " + run.id() + " has just been resumed by another process");
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
        Trees.delete(folder.trial(plan.cell(trial.point()).id(), trial.index()));
      }
    }
    Set<Path> known = new HashSet<>();
    kept().forEach(t -> known.add(InnerPath.of(folder.path(), t.folder()).getParent()));
    checkpoint
        .soFar()
        .calibrations()
        .forEach(
            c -> known.add(folder.trial(RunFolder.calibration(c.id(), c.stack()), 1).getParent()));
    Trees.children(folder.evidence()).stream()
        .filter(one -> !known.contains(one))
        .forEach(Trees::delete);
  }

  /** Earlier provenance, which says that the run is resumed. */
  private Map<String, String> resumed() {
    Map<String, String> provenance = new LinkedHashMap<>(checkpoint.soFar().provenance());
    String now =
        String.format("%s with %d trials, after: %s", RunFolder.now(), kept().size(), run.why());
    provenance.merge("resumed", now, (before, again) -> before + "; " + again);
    return provenance;
  }
}
