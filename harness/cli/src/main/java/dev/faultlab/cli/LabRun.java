package dev.faultlab.cli;

import dev.faultlab.image.Release;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Value;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.EventFeed;
import dev.faultlab.run.ImageLock;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.LabSignatures;
import dev.faultlab.run.LockedImages;
import dev.faultlab.run.Resumption;
import dev.faultlab.run.RunEngine;
import dev.faultlab.run.RunListener;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/**
 * Carries out {@code faultlab run <lab> ...}: from a command line to a result and an exit status.
 */
final class LabRun implements PlannedRuns {
  private final Workspace workspace;
  private final ImageSource images;
  private final Execution execution;
  private final Progress progress;
  private final PrintStream out;
  private final Map<String, String> environment;

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
    this(
        workspace,
        images,
        new Execution(
            images,
            engines,
            room,
            workspace.results(),
            progress,
            environment,
            UnaryOperator.identity()),
        progress,
        out,
        environment);
  }

  private LabRun(
      Workspace workspace,
      ImageSource images,
      Execution execution,
      Progress progress,
      PrintStream out,
      Map<String, String> environment) {
    this.workspace = workspace;
    this.images = images;
    this.execution = execution;
    this.progress = progress;
    this.out = out;
    this.environment = environment;
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

  @Override
  public LabRun locked(List<String> results) throws IOException {
    if (results.isEmpty()) {
      return this;
    }
    ImageSource locked =
        new LockedImages(images, ImageLock.of(results, new RunStore(workspace.results())));
    return new LabRun(workspace, locked, execution.from(locked), progress, out, environment);
  }

  /** The same, with somebody who hears what happens, and the table printed elsewhere. */
  private LabRun with(PrintStream table, UnaryOperator<RunListener> who) {
    return new LabRun(workspace, images, execution.with(who), progress, table, environment);
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
    return printed(quietly(lab, choices, guests));
  }

  /** The same without the table, for those who print something else. */
  RunResult quietly(Lab lab, Choices choices, GuestStart guests)
      throws IOException, InterruptedException {
    Plan plan = plan(lab, choices);
    plan.oneSided().forEach(why -> progress.say("no verdict on this: " + why));
    return execution.run(plan, guests, workspace.results(), Optional.empty());
  }

  /** What a lab would be run as: under the exact versions. */
  Plan plan(Lab lab, Choices choices) {
    requireDeclared(lab);
    return new Planner(lab).plan(exact(lab, choices));
  }

  /** What the time of a plan leaves out; see {@link Execution#missing}. */
  Optional<String> missing(Plan plan) {
    return execution.missing(plan);
  }

  /**
   * Carries out a machine's part of a run and prints its table.
   *
   * @param plan of this machine alone
   */
  RunResult run(Plan plan, ShardFile shard, GuestStart guests)
      throws IOException, InterruptedException {
    return printed(execution.run(plan, guests, workspace.results(), Optional.of(shard)));
  }

  /**
   * Goes on with a run that broke off, and prints its table.
   *
   * @throws dev.faultlab.run.CannotResume when something is not as it was; then nothing was started
   */
  RunResult resume(Resumption run) throws IOException, InterruptedException {
    return printed(execution.resume(run), run.folder());
  }

  /**
   * Starts the only stack of a plan, lets somebody look around in it, and takes it away.
   *
   * @param place below which there is a folder for what is left behind
   * @param name of that folder
   */
  int visit(Plan plan, Path place, String name, Execution.Visit visit)
      throws IOException, InterruptedException {
    return execution.visit(plan, place, name, visit);
  }

  @Override
  public void prepare(List<Plan> plans) throws InterruptedException {
    plans.forEach(plan -> requireDeclared(plan.lab()));
    execution.prepare(plans);
  }

  /** Refuses what can be seen to be wrong without an engine. */
  private static void requireDeclared(Lab lab) {
    Execution.refuse(
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
    return execution.run(plan, GuestStart.FROM_SNAPSHOT, results, Optional.empty());
  }

  private RunResult printed(RunResult result) {
    return printed(result, workspace.results().resolve(result.lab()).resolve(result.runId()));
  }

  private RunResult printed(RunResult result, Path folder) {
    out.print(new Reports().terminal(result, folder));
    return result;
  }

  /** With the versions that {@code newest} stands for now: a point has a version, not a wish. */
  private Choices exact(Lab lab, Choices choices) {
    Map<String, List<Value>> given = new LinkedHashMap<>(choices.given());
    lab.parameters()
        .forEach(
            (name, parameter) ->
                given.computeIfPresent(
                    name, (n, values) -> values.stream().map(v -> exact(parameter, v)).toList()));
    return new Choices(given, choices.variants(), choices.quick());
  }

  @Override
  public Value exact(Parameter axis, Value value) {
    return axis.binding()
        .filter(binding -> value.equals(Value.NEWEST))
        .map(binding -> Value.of(images.newest(binding.requirement())))
        .orElse(value);
  }

  @Override
  public Map<String, String> packages(Requirement image) {
    return images.packages(image);
  }

  @Override
  public List<Release> releases(Requirement template) {
    return images.releases(template);
  }
}
