package dev.faultlab.run;

import static java.util.Optional.empty;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunStore;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.stack.RunEngine;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The machine on which runs are carried out: it plans them, and provides what they need before
 * anything is started.
 *
 * @param lock the only accepted images; empty for any
 * @param engines opens a new connection to the engine on each call
 * @param results folder of earlier runs, from which the duration of the next is estimated
 */
public record RunHost(
    ImageSource images,
    Optional<ImageLock> lock,
    Supplier<RunEngine> engines,
    Disk disk,
    Path results,
    Progress progress,
    Map<String, String> environment) {
  private static final long NEEDED_BYTES = 2L << 30;

  /** How many bytes can still be written below a folder. */
  @FunctionalInterface
  public interface Disk {
    long free(Path folder) throws IOException;
  }

  /**
   * The same with only the images that these results recorded.
   *
   * @throws RunStore.NoSuchRun when one of them does not exist
   */
  public RunHost locked(List<String> recorded) throws IOException {
    ImageLock pinned = ImageLock.of(recorded, new RunStore(results));
    return new RunHost(images, Optional.of(pinned), engines, disk, results, progress, environment);
  }

  /**
   * The plan of a lab, with exact versions. Nothing is started, and no engine is needed.
   *
   * @throws LabException when its declaration is wrong
   */
  public Plan plan(Lab lab, Choices choices) {
    requireDeclared(lab);
    Map<String, List<Value>> given = new LinkedHashMap<>(choices.given());
    lab.parameters()
        .forEach(
            (name, parameter) ->
                given.computeIfPresent(
                    name,
                    (n, values) -> values.stream().map(v -> images.exact(parameter, v)).toList()));
    return new Planner(lab).plan(new Choices(given, choices.variants(), choices.form()));
  }

  /** Rejects a wrong declaration, as far as that shows without an engine. */
  private static void requireDeclared(Lab lab) {
    Places places = Places.of(lab);
    reject(
        new LabSignatures(lab)
            .problems().stream().map(flaw -> flaw.place(places) + ": " + flaw).toList());
  }

  private static void reject(List<String> problems) {
    LabException.throwIf(!problems.isEmpty(), String.join("\n", problems));
  }

  /**
   * The work that the estimated time leaves out, as a sentence; empty if everything is here.
   *
   * @throws RuntimeException when one of its images has a meaningless name
   */
  public Optional<String> missing(Plan plan) {
    List<String> missing;
    try {
      missing = images.missing(plan.requirements());
    } catch (NoSuchImageException e) {
      throw new NoSuchImageException(declaredPlace(plan, e.getMessage()) + e.getMessage());
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "missing, so built first (not part of that time): " + String.join(", ", missing));
  }

  /** Where the declaration asks for what does not exist. */
  private String declaredPlace(Plan plan, String why) {
    for (Requirement requirement : plan.requirements()) {
      try {
        images.missing(List.of(requirement));
      } catch (ImageException e) {
        if (why.equals(e.getMessage())) {
          return Places.of(plan.lab()).of(requirement) + ": ";
        }
      }
    }
    return "";
  }

  /** Rejects what an engine cannot do, and makes the images of all plans before the first. */
  public void prepare(List<Plan> plans) throws IOException, InterruptedException {
    plans.forEach(plan -> requireDeclared(plan.lab()));
    for (Plan plan : plans) {
      reject(engines.get().problems(plan.lab()));
      requireSpace(plan.lab().name());
    }
    resolve(plans.stream().flatMap(plan -> plan.requirements().stream()).distinct().toList());
  }

  /**
   * Prepares a run: checks memory, services and disk, removes what killed runs left, provides
   * images and kernels, and makes the run's folder.
   *
   * @param guests how those on a chosen kernel become ready
   * @param place where the run's folder is created
   * @param files name to text, written as soon as the run has its folder; for example which larger
   *     run it is part of
   * @param more entries for the result's provenance
   * @throws RuntimeException that says why nothing was started
   */
  public RunSetup begin(
      Plan plan, GuestStart guests, Path place, Map<String, String> files, Map<String, String> more)
      throws IOException, InterruptedException {
    Waves waves = Waves.of(plan, environment);
    RunEngine engine = readyEngine(plan);
    TimeEstimate time = TimeEstimate.of(plan, plan.trials(), new RunStore(results));
    String what = "lab " + plan.lab().name() + ", " + plan.form() + " form: ";
    progress.say(what + waves.sentence() + "; " + time.sentence());
    missing(plan).ifPresent(progress::say);
    // This comes before the run's folder is made: a candidate that does not exist is rejected, and
    // leaves nothing.
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> found = resolve(plan.requirements());
    double seconds = (System.nanoTime() - begin) / 1e9;
    Map<String, String> provenance = new LinkedHashMap<>(engine.provenance());
    Workers.throwIfInterrupted();
    provenance.putAll(ImageLock.provenance(found));
    provenance.putAll(more);
    provenance.put(LabDigest.ENTRY, LabDigest.brief(plan.lab().folder()));
    provenance.put("trials at once", Integer.toString(TrialQueue.concurrency(plan)));
    plan.lab().readings().deterministic().ifPresent(y -> provenance.put(Lab.DETERMINISTIC, y));
    provenance.put("waves", Integer.toString(waves.parts().size()));
    RunFolder folder = RunFolder.create(place, plan.lab().name(), Owner.current().label());
    progress.say("run " + folder.id());
    // Written at once: if the machine dies, a merge then knows what the run was to do.
    for (Map.Entry<String, String> file : files.entrySet()) {
      folder.write(file.getKey(), file.getValue());
    }
    List<Plan> parts = waves.parts();
    return new RunSetup(
        this, plan, parts, time, guests, folder, engine, found, seconds, provenance, empty());
  }

  /** Provides images and kernels; builds or pulls what is missing. */
  Map<Requirement, ImageSource.Image> resolve(Collection<Requirement> requirements)
      throws InterruptedException {
    Map<Requirement, ImageSource.Image> found = images.resolve(requirements);
    lock.ifPresent(pinned -> pinned.require(found));
    return found;
  }

  /** The engine, once everything holds that must hold before anything is started. */
  RunEngine readyEngine(Plan plan) throws IOException, InterruptedException {
    RunEngine engine = engines.get();
    reject(engine.problems(plan.lab()));
    requireSpace(plan.lab().name());
    String swept = engine.sweepDead();
    if (!swept.isEmpty()) {
      progress.say(swept);
    }
    return engine;
  }

  /** Images are not built for half an hour for a run that could not store its evidence. */
  private void requireSpace(String lab) throws IOException {
    Files.createDirectories(results);
    Path labFolder = results.resolve(lab);
    Path folder = Files.exists(labFolder) ? labFolder : results;
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new StackException(folder + " is not a writable folder; nothing was started");
    }
    long free = disk.free(folder);
    if (free < NEEDED_BYTES) {
      String format = "%s has %d MiB free, a run needs %d MiB; nothing was started";
      throw new StackException(format.formatted(results, free >> 20, NEEDED_BYTES >> 20));
    }
  }
}
