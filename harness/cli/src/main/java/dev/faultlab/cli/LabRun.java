package dev.faultlab.cli;

import dev.faultlab.compare.PlannedRuns;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.image.ImageException;
import dev.faultlab.image.UnreachableException;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Binding;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.DiskSpace;
import dev.faultlab.run.EventFeed;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.OpenStack;
import dev.faultlab.run.PlanExecutor;
import dev.faultlab.run.Resumption;
import dev.faultlab.run.RoleImages;
import dev.faultlab.run.RunEngine;
import dev.faultlab.run.RunListener;
import dev.faultlab.run.RunNotes;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/**
 * Carries out {@code faultlab run <lab> ...}: from a command line to a printed result and an exit
 * status.
 */
final class LabRun implements PlannedRuns {
  private final Workspace workspace;
  private final PlanExecutor executor;
  private final PrintStream out;
  private final UnaryOperator<RunListener> hearing;

  /**
   * @param engines asked for the engine when a run begins, not before
   */
  LabRun(
      Workspace workspace,
      ImageSource images,
      Supplier<RunEngine> engines,
      DiskSpace space,
      Progress progress,
      PrintStream out,
      Map<String, String> environment) {
    this(
        workspace,
        new PlanExecutor(
            images,
            engines,
            space,
            workspace.results(),
            progress,
            environment,
            left -> new ProgressListener(progress, left)),
        out,
        UnaryOperator.identity());
  }

  private LabRun(
      Workspace workspace,
      PlanExecutor executor,
      PrintStream out,
      UnaryOperator<RunListener> hearing) {
    this.workspace = workspace;
    this.executor = executor;
    this.out = out;
    this.hearing = hearing;
  }

  /** On the engine and the disk of this machine. */
  static LabRun onThisMachine(Toolbox tools, Supplier<RunEngine> engines) {
    return new LabRun(
        tools.workspace(),
        new RoleImages(tools.provisioning()),
        engines,
        DiskSpace.on(tools.workspace().results()),
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
      executor.progress().say("Watch: " + live.address());
      Browser.open(executor.environment(), executor.progress(), live.address());
      RunResult result =
          with(out, live::hearing)
              .run(lab, LabCommand.choices(lab, given), LabCommand.guests(given));
      live.end(result);
      executor.progress().say("The report stays in the browser until Ctrl-C.");
      new CountDownLatch(1).await();
      return result.verdict().judgement().exitStatus();
    }
  }

  /** The same, with somebody who hears what happens, and the table printed elsewhere. */
  private LabRun with(PrintStream table, UnaryOperator<RunListener> who) {
    return new LabRun(workspace, executor, table, who);
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
    plan.oneSided().forEach(why -> executor.progress().say("no verdict on this: " + why));
    return run(plan, guests, workspace.results(), RunNotes.NONE);
  }

  /** What a lab would be run as: under the exact versions. */
  Plan plan(Lab lab, Choices choices) {
    return executor.plan(lab, choices);
  }

  /** What the time of a plan leaves out; see {@link PlanExecutor#missing}. */
  Optional<String> missing(Plan plan) {
    return executor.missing(plan);
  }

  /**
   * Carries out a machine's part of a run and prints its table.
   *
   * @param plan of this machine alone
   */
  RunResult run(Plan plan, ShardFile shard, GuestStart guests)
      throws IOException, InterruptedException {
    RunNotes notes =
        new RunNotes(
            Map.of(ShardFile.NAME, shard.text()), Map.of(ShardFile.PROVENANCE, shard.name()));
    return printed(run(plan, guests, workspace.results(), notes));
  }

  /**
   * Resumes a run that broke off, and prints its table.
   *
   * @throws dev.faultlab.run.CannotResume when something is not as it was; then nothing was started
   */
  RunResult resume(Resumption run) throws IOException, InterruptedException {
    ReportWriter reports = new ReportWriter(executor.progress());
    RunResult result = heard(reports).resume(run);
    reports.write(result, new RunFolder(run.folder()));
    return printed(result, run.folder());
  }

  /** Starts the only stack of a plan; see {@link PlanExecutor#open}. */
  OpenStack open(Plan plan, Path place, String name) throws IOException, InterruptedException {
    return executor.open(plan, place, name);
  }

  @Override
  public void prepare(List<Plan> plans) throws InterruptedException {
    executor.prepare(plans);
  }

  /** An unreachable mirror says nothing of what it has. */
  @Override
  public Optional<String> unavailable(Plan plan) throws InterruptedException {
    try {
      prepare(List.of(plan));
      return Optional.empty();
    } catch (UnreachableException e) {
      throw e;
    } catch (ImageException e) {
      return Optional.of(e.getMessage());
    }
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
    return run(plan, GuestStart.FROM_SNAPSHOT, results, RunNotes.NONE);
  }

  private RunResult run(Plan plan, GuestStart guests, Path place, RunNotes notes)
      throws IOException, InterruptedException {
    ReportWriter reports = new ReportWriter(executor.progress());
    RunResult result = heard(reports).run(plan, guests, place, notes);
    reports.write(result, new RunFolder(folder(place, result)));
    return result;
  }

  /** With all who hear of a run. */
  private PlanExecutor heard(ReportWriter reports) {
    return executor.with(left -> reports.hearing(hearing.apply(executor.listeners().apply(left))));
  }

  private static Path folder(Path place, RunResult result) {
    return place.resolve(result.lab()).resolve(result.runId());
  }

  private RunResult printed(RunResult result) {
    return printed(result, folder(workspace.results(), result));
  }

  private RunResult printed(RunResult result, Path folder) {
    out.print(new Reports().terminal(result, folder));
    return result;
  }

  @Override
  public String exact(String axis, Binding binding, String text) {
    return executor.exact(axis, binding, text);
  }

  @Override
  public Map<String, String> packages(String role) {
    return executor.images().packages(role);
  }

  @Override
  public List<Release> releases(Binding binding) {
    return executor.images().releases(binding.template());
  }
}
