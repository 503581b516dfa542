package dev.faultlab.run;

import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunStore;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The machine on which runs are carried out.
 *
 * @param lock the only accepted images; empty for any
 * @param engines connects to the engine, anew each time that it is asked
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

  /** How much can still be written. */
  public interface Disk {
    /** Bytes below a folder. */
    long usable(Path folder) throws IOException;
  }

  /**
   * The same with only the images that these results recorded.
   *
   * @throws RunStore.NoSuchRun when one of them does not exist
   */
  public RunHost locked(List<String> recorded) throws IOException {
    ImageLock only = ImageLock.of(recorded, new RunStore(results));
    return new RunHost(images, Optional.of(only), engines, disk, results, progress, environment);
  }

  /** Rejects what an engine cannot do, and makes the images of all plans before the first. */
  public void prepare(List<Plan> plans) throws IOException, InterruptedException {
    plans.forEach(plan -> Plans.requireDeclared(plan.lab()));
    for (Plan plan : plans) {
      Plans.reject(engines.get().problems(plan.lab()));
      requireSpace(plan.lab().name());
    }
    resolve(plans.stream().flatMap(plan -> plan.requirements().stream()).distinct().toList());
  }

  /** Provides images and kernels; builds or pulls what is missing. */
  Map<Requirement, ImageSource.Image> resolve(Collection<Requirement> wanted)
      throws InterruptedException {
    Map<Requirement, ImageSource.Image> found = images.resolve(wanted);
    lock.ifPresent(only -> only.require(found));
    return found;
  }

  /** The engine, once everything holds that must hold before anything is started. */
  RunEngine ready(Plan plan) throws IOException, InterruptedException {
    RunEngine engine = engines.get();
    Plans.reject(engine.problems(plan.lab()));
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
    Path own = results.resolve(lab);
    Path folder = Files.exists(own) ? own : results;
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new StackException(folder + " is not a writable folder; nothing was started");
    }
    long free = disk.usable(folder);
    if (free < NEEDED_BYTES) {
      throw new StackException(
          String.format(
              "%s has %d MiB free, a run needs %d MiB; nothing was started",
              results, free >> 20, NEEDED_BYTES >> 20));
    }
  }
}
