package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Binding;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Template;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.Checkpoint;
import dev.faultlab.run.Division;
import dev.faultlab.run.EventFeed;
import dev.faultlab.run.Forecast;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.LabRunner;
import dev.faultlab.run.LabSignatures;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.Resumption;
import dev.faultlab.run.RunEngine;
import dev.faultlab.run.RunListener;
import dev.faultlab.run.RunSession;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.stack.Owner;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * Carries out {@code faultlab run <lab> ...}: from a command line to a result and an exit status.
 */
final class LabRun implements PlannedRuns {
  private static final String NEWEST = "newest";

  private final Workspace workspace;
  private final ImageSource images;
  private final Supplier<RunEngine> engines;
  private final Room room;
  private final Progress progress;
  private final PrintStream out;
  private final Map<String, String> environment;
  private final UnaryOperator<RunListener> hearing;

  /**
   * @param engines asked for the engine when a run begins, not before
   */
  LabRun(
      Workspace workspace,
      ImageSource images,
      Supplier<RunEngine> engines,
      Room room,
      Progress progress,
      PrintStream out,
      Map<String, String> environment) {
    this(workspace, images, engines, room, progress, out, environment, person -> person);
  }

  private LabRun(
      Workspace workspace,
      ImageSource images,
      Supplier<RunEngine> engines,
      Room room,
      Progress progress,
      PrintStream out,
      Map<String, String> environment,
      UnaryOperator<RunListener> hearing) {
    this.workspace = workspace;
    this.images = images;
    this.engines = engines;
    this.room = room;
    this.progress = progress;
    this.out = out;
    this.environment = environment;
    this.hearing = hearing;
  }

  /** On the engine and the disk of this machine. */
  static LabRun onThisMachine(Toolbox tools, Supplier<RunEngine> engines) {
    return new LabRun(
        tools.workspace(),
        new RoleImages(tools),
        engines,
        Room.on(tools.workspace().results()),
        tools.progress(),
        tools.out(),
        tools.environment());
  }

  /** Runs a lab as the command line says; the verdict's exit status. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException, InterruptedException {
    if (given.hasMatchedOption(LabCommand.WATCH)) {
      return watched(lab, given);
    }
    LabRun told =
        given.hasMatchedOption(LabCommand.EVENTS)
            ? with(System.err, person -> new EventFeed(person, out))
            : this;
    return told.run(lab, LabCommand.choices(lab, given), LabCommand.guests(given))
        .verdict()
        .judgement()
        .exitStatus();
  }

  /** The same with its report in a browser, which stays when the run has ended, until Ctrl-C. */
  private int watched(Lab lab, CommandLine.ParseResult given)
      throws IOException, InterruptedException {
    try (LiveReport live = LiveReport.start(workspace.results())) {
      progress.say("Watch: " + live.address());
      Browser.open(environment, progress, live.address());
      RunResult result =
          with(out, live::hearing)
              .run(lab, LabCommand.choices(lab, given), LabCommand.guests(given));
      live.end(result);
      progress.say("The report stays in the browser until Ctrl-C.");
      new CountDownLatch(1).await();
      return result.verdict().judgement().exitStatus();
    }
  }

  /** The same, with somebody who hears what happens, and the table printed elsewhere. */
  private LabRun with(PrintStream table, UnaryOperator<RunListener> who) {
    return new LabRun(workspace, images, engines, room, progress, table, environment, who);
  }

  /**
   * Runs a lab and prints its table.
   *
   * @throws Parameter.BadParameter or {@link LabException} before anything was started
   * @throws StackException when the engine cannot be used
   * @throws InterruptedException when the person who waits has had enough: no result
   */
  RunResult run(Lab lab, Choices choices, GuestStart guests)
      throws IOException, InterruptedException {
    RunResult result = quietly(lab, choices, guests);
    out.print(new Reports().terminal(result, workspace.results().resolve(folder(result))));
    return result;
  }

  /** The same without the table, for those who print something else. */
  RunResult quietly(Lab lab, Choices choices, GuestStart guests)
      throws IOException, InterruptedException {
    return run(plan(lab, choices), guests, workspace.results(), Optional.empty());
  }

  /** What a lab would be run as: under the exact versions. */
  Plan plan(Lab lab, Choices choices) {
    requireDeclared(lab);
    return new Planner(lab).plan(exact(lab, choices));
  }

  /**
   * Carries out a machine's part of a run and prints its table.
   *
   * @param plan of this machine alone
   */
  RunResult run(Plan plan, ShardFile shard, GuestStart guests)
      throws IOException, InterruptedException {
    RunResult result = run(plan, guests, workspace.results(), Optional.of(shard));
    out.print(new Reports().terminal(result, workspace.results().resolve(folder(result))));
    return result;
  }

  @Override
  public void prepare(List<Plan> plans) throws InterruptedException {
    for (Plan plan : plans) {
      requireDeclared(plan.lab());
      refuse(engines.get().problems(plan.lab()));
    }
    images.resolve(plans.stream().flatMap(plan -> roles(plan).stream()).distinct().toList());
  }

  /** Refuses what can be seen to be wrong without an engine. */
  private static void requireDeclared(Lab lab) {
    refuse(
        new LabSignatures(lab)
            .problems().stream().map(p -> lab.folder().resolve("lab.yaml") + ": " + p).toList());
  }

  @Override
  public RunResult run(Plan plan) throws IOException, InterruptedException {
    return run(plan, workspace.results());
  }

  /**
   * Carries out a plan.
   *
   * @param results below which the run gets its folder
   */
  RunResult run(Plan plan, Path results) throws IOException, InterruptedException {
    return run(plan, GuestStart.FROM_SNAPSHOT, results, Optional.empty());
  }

  private RunResult run(Plan plan, GuestStart guests, Path results, Optional<ShardFile> shard)
      throws IOException, InterruptedException {
    Lab lab = plan.lab();
    Division division = Division.of(plan, environment);
    RunEngine engine = engines.get();
    require(plan, engine);
    announce(division);
    // Before there is a run: a candidate that cannot be had is refused, and leaves nothing.
    long begin = System.nanoTime();
    Map<String, ImageSource.Image> filled = images.resolve(roles(plan));
    double imageSeconds = (System.nanoTime() - begin) / 1e9;
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    RunFolder folder = RunFolder.create(results, lab.name(), Owner.current().label());
    progress.say("run " + folder.id());
    return carryOut(
        new Attempt(division, guests, folder, engine, filled, imageSeconds),
        () -> {
          // At once: of a machine that dies, a merge then knows what it was to do.
          if (shard.isPresent()) {
            shard.get().write(folder);
          }
          Map<String, String> provenance = new LinkedHashMap<>(engine.provenance());
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
      Map<String, ImageSource.Image> images,
      double imageSeconds) {}

  /** From where it begins. */
  private interface Beginning {
    Checkpoint checkpoint() throws IOException, InterruptedException;
  }

  /**
   * Goes on with a run that broke off, and prints its table.
   *
   * @throws dev.faultlab.run.CannotResume when something is not as it was; then nothing was started
   */
  RunResult resume(Resumption run) throws IOException, InterruptedException {
    Plan plan = run.plan();
    Division division = run.division(environment);
    RunEngine engine = engines.get();
    require(plan, engine);
    long begin = System.nanoTime();
    Map<String, ImageSource.Image> filled = images.resolve(roles(plan));
    double imageSeconds = (System.nanoTime() - begin) / 1e9;
    run.require(engine.provenance(), filled);
    progress.say(run.sentence());
    RunFolder folder = run.claim();
    RunResult result =
        carryOut(
            new Attempt(division, run.guests(), folder, engine, filled, imageSeconds),
            run::checkpoint);
    out.print(new Reports().terminal(result, folder.path()));
    return result;
  }

  private RunResult carryOut(Attempt attempt, Beginning beginning)
      throws IOException, InterruptedException {
    RunFolder folder = attempt.folder();
    Plan plan = attempt.division().plan();
    RunResult result;
    try {
      try (RunSession session = new RunSession(folder, attempt.engine()::sweep, progress::end);
          RunListener listener = hearing.apply(new ProgressListener(progress))) {
        result =
            new LabRunner(
                    plan,
                    attempt.division().waves(),
                    folder,
                    attempt.engine().stacks(plan.lab(), folder.id(), attempt.guests()),
                    attempt.images(),
                    listener,
                    beginning.checkpoint())
                .run(attempt.imageSeconds());
      }
      new Reports().write(result, folder);
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
    return result;
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
    Map<String, ImageSource.Image> filled = images.resolve(roles(plan));
    RunFolder folder = RunFolder.create(place, name, Owner.current().label());
    try (RunSession session = new RunSession(folder, engine::sweep, progress::end)) {
      OpenStack stack;
      try (ProgressListener listener = new ProgressListener(progress)) {
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
      progress.say("took away what a killed run had left: " + swept);
    }
  }

  private static String folder(RunResult result) {
    return result.lab() + "/" + result.runId();
  }

  /** What somebody who waits wants to know before it begins. */
  private void announce(Division division) throws IOException {
    Plan plan = division.plan();
    progress.say(
        String.format(
            "lab %s, %s form: %d points, %d trials on %s; %s",
            plan.lab().name(),
            plan.quick() ? "short" : "full",
            plan.cells().size(),
            plan.trials().size(),
            division.sentence(),
            Forecast.sentence(plan, new RunStore(workspace.results()))));
    List<String> missing = images.missing(roles(plan));
    if (!missing.isEmpty()) {
      progress.say("not here yet, made first and not in that time: " + String.join(", ", missing));
    }
  }

  /** With the versions that {@code newest} stands for now: a point has a version, not a wish. */
  private Choices exact(Lab lab, Choices choices) {
    Map<String, String> given = new LinkedHashMap<>(choices.given());
    given.replaceAll(
        (name, text) ->
            Optional.ofNullable(lab.parameters().get(name))
                .flatMap(Parameter::binding)
                .map(binding -> exact(name, binding, text))
                .orElse(text));
    return new Choices(given, choices.variants(), choices.quick());
  }

  @Override
  public String exact(String axis, Binding binding, String text) {
    return Arrays.stream(text.split(",", -1))
        .map(
            value ->
                value.strip().equals(NEWEST)
                    ? images.newest(Template.fill(binding.template(), Map.of(axis, NEWEST)))
                    : value)
        .collect(Collectors.joining(","));
  }

  @Override
  public Map<String, String> packages(String role) {
    return images.packages(role);
  }

  @Override
  public List<ImageSource.Release> releases(Binding binding) {
    return images.releases(binding.template());
  }

  /** Says in the folder why there is no result; the disk may be what is wrong. */
  private static void abandon(RunFolder folder, String why, Exception because) {
    try {
      folder.abandon(why);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new LabException(String.join("\n", problems));
    }
  }

  private static Set<String> roles(Plan plan) {
    Set<String> roles = new LinkedHashSet<>();
    plan.stacks().forEach(spec -> roles.addAll(spec.images().values()));
    return roles;
  }
}
