package dev.faultlab.run;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.observation.LabSignatures;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.point.Value;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes plans and carries them out on an engine. The outcome is a result in its folder, an open
 * stack, or an exception that says why nothing was started.
 *
 * @param engines opens the engine when it is first needed, not before
 * @param results folder of earlier runs, from which the duration of the next is estimated
 * @param listeners makes a run's listener, given how long its trials still take
 */
public record PlanExecutor(
    ImageSource images,
    Supplier<RunEngine> engines,
    DiskSpace space,
    Path results,
    Progress progress,
    Map<String, String> environment,
    Function<TimeEstimate, RunListener> listeners) {
  private static final String NEWEST = "newest";

  /** The same with images from another source. */
  public PlanExecutor from(ImageSource others) {
    return new PlanExecutor(others, engines, space, results, progress, environment, listeners);
  }

  /** The same with other run listeners. */
  public PlanExecutor with(Function<TimeEstimate, RunListener> others) {
    return new PlanExecutor(images, engines, space, results, progress, environment, others);
  }

  /**
   * The plan of a lab, with exact versions.
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
                    name, (n, values) -> values.stream().map(v -> exact(parameter, v)).toList()));
    return new Planner(lab).plan(new Choices(given, choices.variants(), choices.form()));
  }

  /** A value of an axis, or the version that {@code newest} means now. */
  public Value exact(Parameter axis, Value value) {
    return axis.binding()
        .filter(binding -> value.equals(Value.NEWEST))
        .map(binding -> Value.of(images.newest(binding.requirement())))
        .orElse(value);
  }

  /** Rejects what an engine cannot do, and makes the images of all plans before the first. */
  public void prepare(List<Plan> plans) throws InterruptedException {
    plans.forEach(plan -> requireDeclared(plan.lab()));
    for (Plan plan : plans) {
      reject(engines.get().problems(plan.lab()));
    }
    images.resolve(
        plans.stream().flatMap(plan -> plan.requirements().stream()).distinct().toList());
  }

  /**
   * Carries out a plan.
   *
   * @param place where the run's folder is created
   */
  public RunResult run(Plan plan, GuestStart guests, Path place, RunNotes notes)
      throws IOException, InterruptedException {
    Division division = Division.of(plan, environment);
    RunEngine engine = engines.get();
    require(plan, engine);
    announce(division);
    // This comes before the run's folder is made: a candidate that does not exist is rejected, and
    // leaves nothing.
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> filled = images.resolve(plan.requirements());
    double seconds = (System.nanoTime() - begin) / 1e9;
    Workers.throwIfInterrupted();
    RunFolder folder = RunFolder.create(place, plan.lab().name(), Owner.current().label());
    progress.say("run " + folder.id());
    return carryOut(
        new RunSetup(division, guests, folder, engine, filled, seconds), Optional.empty(), notes);
  }

  /**
   * Resumes an interrupted run.
   *
   * @throws CannotResume when something differs from the first start; then nothing was started
   */
  public RunResult resume(Resumption run) throws IOException, InterruptedException {
    Division division = run.division(environment);
    RunEngine engine = engines.get();
    require(run.plan(), engine);
    long begin = System.nanoTime();
    Map<Requirement, ImageSource.Image> filled = images.resolve(run.plan().requirements());
    double seconds = (System.nanoTime() - begin) / 1e9;
    run.require(engine.provenance(), filled);
    progress.say(run.sentence());
    return carryOut(
        new RunSetup(division, run.guests(), run.claim(), engine, filled, seconds),
        Optional.of(run.checkpoint()),
        RunNotes.NONE);
  }

  private RunResult carryOut(RunSetup setup, Optional<Checkpoint> before, RunNotes notes)
      throws IOException, InterruptedException {
    RunFolder folder = setup.folder();
    try {
      RunResult result = measured(setup, before, notes);
      folder.write(ResultJson.FILE, new ResultJson().text(result));
      folder.finish();
      Files.deleteIfExists(folder.path().resolve(Checkpoint.FILE));
      return result;
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
  }

  /** The result, after the stacks were removed. */
  private RunResult measured(RunSetup setup, Optional<Checkpoint> before, RunNotes notes)
      throws IOException, InterruptedException {
    TimeEstimate left =
        TimeEstimate.of(
            setup.plan(),
            setup.division().waves().stream().flatMap(wave -> wave.trials().stream()).toList(),
            new RunStore(results));
    try (RunSession session = new RunSession(setup.folder(), setup.engine()::sweep, progress::end);
        RunListener listener = listeners.apply(left)) {
      Checkpoint checkpoint = before.isPresent() ? before.get() : setup.begin(notes);
      RunResult result = new LabRunner(setup, checkpoint, listener).run();
      listener.ended(result, setup.folder());
      return result;
    }
  }

  /** Writes into the folder why there is no result; this may fail if the disk is the problem. */
  private static void abandon(RunFolder folder, String why, Exception because) {
    try {
      folder.abandon(why);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  /**
   * Starts the only stack of a plan, which is removed when it is closed.
   *
   * @param place where a folder for its files is created
   * @param name of that folder
   */
  public OpenStack open(Plan plan, Path place, String name)
      throws IOException, InterruptedException {
    RunEngine engine = engines.get();
    require(plan, engine);
    Map<Requirement, ImageSource.Image> filled = images.resolve(plan.requirements());
    RunFolder folder = RunFolder.create(place, name, Owner.current().label());
    RunSession session = new RunSession(folder, engine::sweep, progress::end);
    try (RunListener listener = listeners.apply(TimeEstimate.none())) {
      listener.phase("stacks", 1);
      StackSpec spec = plan.stacks().iterator().next();
      var stacks = engine.stacks(plan.lab(), folder.id(), GuestStart.FROM_SNAPSHOT);
      Stack stack =
          new ReadyStacks(plan, folder, stacks, filled).start(spec.profile() + "-1", spec);
      // No name: the name of the stack could give the answer away.
      listener.step("ready");
      return new OpenStack(plan, folder, stack, session);
    } catch (RuntimeException | IOException | InterruptedException e) {
      OpenStack.close(session, folder);
      throw e;
    }
  }

  /** What must hold before anything is started. */
  private void require(Plan plan, RunEngine engine) throws IOException, InterruptedException {
    reject(engine.problems(plan.lab()));
    space.require(plan.lab().name());
    String swept = engine.sweepDead();
    if (!swept.isEmpty()) {
      progress.say(swept);
    }
  }

  /** What a waiting person wants to know before it begins. */
  private void announce(Division division) throws IOException {
    Plan plan = division.plan();
    progress.say(
        String.format(
            "lab %s, %s form: %s; %s",
            plan.lab().name(),
            plan.form(),
            division.sentence(),
            TimeEstimate.of(plan, plan.trials(), new RunStore(results)).sentence()));
    missing(plan).ifPresent(progress::say);
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
      throw new NoSuchImageException(asking(plan, e.getMessage()) + e.getMessage());
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "missing, so built first (not part of that time): " + String.join(", ", missing));
  }

  /** Where the declaration asks for what does not exist. */
  private String asking(Plan plan, String why) {
    for (Requirement one : plan.requirements()) {
      try {
        images.missing(List.of(one));
      } catch (ImageException e) {
        if (why.equals(e.getMessage())) {
          return Places.of(plan.lab()).of(one) + ": ";
        }
      }
    }
    return "";
  }

  /** Rejects a wrong declaration, as far as that shows without an engine. */
  private static void requireDeclared(Lab lab) {
    List<LabSignatures.Flaw> flaws = new LabSignatures(lab).problems();
    if (!flaws.isEmpty()) {
      Places places = Places.of(lab);
      reject(flaws.stream().map(flaw -> flaw.place(places) + ": " + flaw).toList());
    }
  }

  private static void reject(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new LabException(String.join("\n", problems));
    }
  }
}
