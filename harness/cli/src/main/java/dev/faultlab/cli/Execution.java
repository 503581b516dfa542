package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.plan.Plan;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.Checkpoint;
import dev.faultlab.run.Division;
import dev.faultlab.run.Forecast;
import dev.faultlab.run.ImageLock;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.LabRunner;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Resumption;
import dev.faultlab.run.RunEngine;
import dev.faultlab.run.RunListener;
import dev.faultlab.run.RunSession;
import dev.faultlab.run.TimeLeft;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.stack.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Carries out plans on an engine: from a plan to a result in its folder, to a shell in a stack, or
 * to nothing at all and why.
 *
 * @param engines asked for the engine when something begins, not before
 * @param results where runs are kept that tell how long the next one takes
 * @param hearing what else hears of a run, beside the person who waits
 */
record Execution(
    ImageSource images,
    Supplier<RunEngine> engines,
    Room room,
    Path results,
    Progress progress,
    Map<String, String> environment,
    UnaryOperator<RunListener> hearing) {

  /** The same, with images from elsewhere. */
  Execution from(ImageSource other) {
    return new Execution(other, engines, room, results, progress, environment, hearing);
  }

  /** The same, with somebody else who hears what happens. */
  Execution with(UnaryOperator<RunListener> who) {
    return new Execution(images, engines, room, results, progress, environment, who);
  }

  /** Refuses what an engine cannot do, and makes the images of all plans before the first. */
  void prepare(List<Plan> plans) throws InterruptedException {
    for (Plan plan : plans) {
      refuse(engines.get().problems(plan.lab()));
    }
    images.resolve(
        plans.stream().flatMap(plan -> plan.requirements().stream()).distinct().toList());
  }

  /**
   * Carries out a plan.
   *
   * @param place below which the run gets its folder
   * @param shard where it is a machine's part of a run
   */
  RunResult run(Plan plan, GuestStart guests, Path place, Optional<ShardFile> shard)
      throws IOException, InterruptedException {
    Lab lab = plan.lab();
    Division division = Division.of(plan, environment);
    RunEngine engine = engines.get();
    require(plan, engine);
    announce(division);
    // Before there is a run: a candidate that cannot be had is refused, and leaves nothing.
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> filled = images.resolve(plan.requirements());
    double imageSeconds = (System.nanoTime() - begin) / 1e9;
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    RunFolder folder = RunFolder.create(place, lab.name(), Owner.current().label());
    progress.say("run " + folder.id());
    return carryOut(
        new Attempt(division, guests, folder, engine, filled, imageSeconds),
        () -> {
          // At once: of a machine that dies, a merge then knows what it was to do.
          if (shard.isPresent()) {
            shard.get().write(folder);
          }
          Map<String, String> provenance = new LinkedHashMap<>(engine.provenance());
          provenance.putAll(ImageLock.provenance(filled));
          shard.ifPresent(part -> provenance.put(ShardFile.PROVENANCE, part.name()));
          return Checkpoint.begin(
              Checkpoint.Asked.of(plan, division.waves(), guests, filled, provenance),
              Instant.now().toString());
        });
  }

  /** What a process does of a run, all of it or the rest. */
  private record Attempt(
      Division division,
      GuestStart guests,
      RunFolder folder,
      RunEngine engine,
      Map<Requirement, ImageSource.Image> images,
      double imageSeconds) {}

  /** From where it begins. */
  private interface Beginning {
    Checkpoint checkpoint() throws IOException, InterruptedException;
  }

  /**
   * Goes on with a run that broke off.
   *
   * @throws dev.faultlab.run.CannotResume when something is not as it was; then nothing was started
   */
  RunResult resume(Resumption run) throws IOException, InterruptedException {
    Plan plan = run.plan();
    Division division = run.division(environment);
    RunEngine engine = engines.get();
    require(plan, engine);
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> filled = images.resolve(plan.requirements());
    double imageSeconds = (System.nanoTime() - begin) / 1e9;
    run.require(engine.provenance(), filled);
    progress.say(run.sentence());
    RunFolder folder = run.claim();
    return carryOut(
        new Attempt(division, run.guests(), folder, engine, filled, imageSeconds), run::checkpoint);
  }

  private RunResult carryOut(Attempt attempt, Beginning beginning)
      throws IOException, InterruptedException {
    RunFolder folder = attempt.folder();
    Plan plan = attempt.division().plan();
    RunResult result;
    CompletableFuture<String> page;
    try {
      try (RunSession session = new RunSession(folder, attempt.engine()::sweep, progress::end);
          RunListener listener =
              hearing.apply(
                  new ProgressListener(
                      progress,
                      TimeLeft.of(plan, attempt.division().waves(), new RunStore(results))))) {
        RunResult found =
            new LabRunner(
                    plan,
                    attempt.division().waves(),
                    folder,
                    attempt.engine().stacks(plan.lab(), folder.id(), attempt.guests()),
                    attempt.images(),
                    listener,
                    beginning.checkpoint())
                .run(attempt.imageSeconds());
        // Drawn while the stacks are taken away, which is mostly waiting.
        page = CompletableFuture.supplyAsync(() -> drawn(found, folder));
        result = found;
      }
      new Reports().result(result, folder);
      folder.finish();
      Files.deleteIfExists(folder.path().resolve(Checkpoint.FILE));
    } catch (RuntimeException | IOException | InterruptedException e) {
      // Cleared before anything is written: an interrupted thread cannot write a file.
      if (Thread.interrupted() || e instanceof InterruptedException) {
        InterruptedException interrupted = new InterruptedException();
        interrupted.initCause(e);
        abandon(folder, RunSession.interruption(), interrupted);
        throw interrupted;
      }
      abandon(folder, "failed " + Instant.now() + ": " + e, e);
      throw e;
    }
    render(result, folder, page);
    return result;
  }

  private static String drawn(RunResult result, RunFolder folder) {
    try {
      return new Reports().draw(result, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The run has its result: pages that cannot be made of it now can be made of it later. */
  private void render(RunResult result, RunFolder folder, CompletableFuture<String> page) {
    try {
      new Reports().render(result, folder, page::join);
    } catch (RuntimeException | IOException e) {
      Throwable why = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      progress.say(
          "the run is finished, but its report cannot be written: "
              + why
              + "; './faultlab report "
              + folder.path()
              + "' tries again");
    }
  }

  /** Somebody's time in a running stack. */
  interface Visit {
    /**
     * @return exit status
     */
    int in(OpenStack stack) throws IOException, InterruptedException;
  }

  /**
   * Starts the only stack of a plan, lets somebody look around in it, and takes it away.
   *
   * @param place below which there is a folder for what is left behind
   * @param name of that folder
   */
  int visit(Plan plan, Path place, String name, Visit visit)
      throws IOException, InterruptedException {
    RunEngine engine = engines.get();
    require(plan, engine);
    Map<Requirement, ImageSource.Image> filled = images.resolve(plan.requirements());
    RunFolder folder = RunFolder.create(place, name, Owner.current().label());
    try (RunSession session = new RunSession(folder, engine::sweep, progress::end)) {
      OpenStack stack;
      try (ProgressListener listener = new ProgressListener(progress, TimeLeft.none())) {
        stack =
            OpenStack.start(
                plan,
                folder,
                engine.stacks(plan.lab(), folder.id(), GuestStart.FROM_SNAPSHOT),
                filled,
                new Nameless(listener));
      }
      return visit.in(stack);
    } finally {
      folder.abandon("somebody looked around");
    }
  }

  /** Hears of phases alone: what a stack is called may be what somebody is to find out. */
  private record Nameless(RunListener phases) implements RunListener {
    @Override
    public void phase(String title, int steps) {
      phases.phase(title, steps);
    }

    @Override
    public void say(String message) {
      phases.say(message);
    }

    @Override
    public void step(String what) {
      phases.step("ready");
    }
  }

  /** What has to be so before anything is started. */
  private void require(Plan plan, RunEngine engine) throws IOException, InterruptedException {
    refuse(engine.problems(plan.lab()));
    room.require(plan.lab().name());
    String swept = engine.sweepDead();
    if (!swept.isEmpty()) {
      progress.say(swept);
    }
  }

  /** What somebody who waits wants to know before it begins. */
  private void announce(Division division) throws IOException {
    Plan plan = division.plan();
    progress.say(
        String.format(
            "lab %s, %s form: %s; %s",
            plan.lab().name(),
            plan.quick() ? "short" : "full",
            division.sentence(),
            Forecast.sentence(plan, new RunStore(results))));
    missing(plan).ifPresent(progress::say);
  }

  /**
   * What the time of a plan leaves out, as a sentence; empty where everything is here.
   *
   * @throws RuntimeException when one of its images has a name that means nothing
   */
  Optional<String> missing(Plan plan) {
    List<String> missing = images.missing(plan.requirements());
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not here yet, made first and not in that time: " + String.join(", ", missing));
  }

  /** Says in the folder why there is no result; the disk may be what is wrong. */
  private static void abandon(RunFolder folder, String why, Exception because) {
    try {
      folder.abandon(why);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  /**
   * @throws LabException with all problems, when there are any
   */
  static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new LabException(String.join("\n", problems));
    }
  }
}
