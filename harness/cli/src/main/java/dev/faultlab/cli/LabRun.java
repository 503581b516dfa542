package dev.faultlab.cli;

import dev.faultlab.compare.PlannedRuns;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Value;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.run.DiskSpace;
import dev.faultlab.run.EventFeed;
import dev.faultlab.run.ImageLock;
import dev.faultlab.run.LockedImages;
import dev.faultlab.run.PlanExecutor;
import dev.faultlab.run.ProgressListener;
import dev.faultlab.run.Resumption;
import dev.faultlab.run.RoleImages;
import dev.faultlab.run.RunEngine;
import dev.faultlab.run.RunListener;
import dev.faultlab.run.RunNotes;
import dev.faultlab.shard.ShardFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/**
 * Carries out {@code faultlab run <lab> ...}: from a command line to a printed result and an exit
 * status.
 *
 * @param out receives the table of a result
 */
record LabRun(PlanExecutor executor, PrintStream out) implements PlannedRuns {

  /** With the engine and the disk of this machine. */
  static LabRun onThisMachine(Toolbox tools, Supplier<RunEngine> engines) {
    Path results = tools.workspace().results();
    return new LabRun(
        new PlanExecutor(
            new RoleImages(tools.provisioning()),
            engines,
            DiskSpace.on(results),
            results,
            tools.progress(),
            tools.environment(),
            left -> new ProgressListener(tools.progress(), left)),
        tools.out());
  }

  /** Runs a lab with the choices of the command line; returns the verdict's exit status. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException, InterruptedException {
    LabRun told =
        given.hasMatchedOption(LabCommand.EVENTS)
            ? with(System.err, person -> new EventFeed(person, out))
            : this;
    RunResult result = told.quietly(lab, LabCommand.choices(lab, given), LabCommand.guests(given));
    Path folder = folder(executor.results(), result);
    told.printed(result, folder, given.hasMatchedOption(LabCommand.VERBOSE));
    return result.verdict().judgement().exitStatus();
  }

  @Override
  public LabRun locked(List<String> results) throws IOException {
    if (results.isEmpty()) {
      return this;
    }
    ImageLock lock = ImageLock.of(results, new RunStore(executor.results()));
    return new LabRun(executor.from(new LockedImages(executor.images(), lock)), out);
  }

  /** The same with another listener and another output for the table. */
  private LabRun with(PrintStream table, UnaryOperator<RunListener> who) {
    return new LabRun(executor.with(left -> who.apply(executor.listeners().apply(left))), table);
  }

  /**
   * Runs a lab and prints its table.
   *
   * @throws Parameter.BadParameter or {@link LabException} before anything was started
   * @throws InterruptedException when the user interrupts: no result
   */
  RunResult run(Lab lab, Choices choices, GuestStart guests)
      throws IOException, InterruptedException {
    return printed(quietly(lab, choices, guests));
  }

  /** The same without the table, for callers that print something else. */
  RunResult quietly(Lab lab, Choices choices, GuestStart guests)
      throws IOException, InterruptedException {
    Plan plan = executor.plan(lab, choices);
    plan.oneSided().forEach(why -> executor.progress().say("no verdict on this: " + why));
    return run(plan, guests, executor.results(), RunNotes.NONE);
  }

  /**
   * Carries out one machine's part of a run and prints its table.
   *
   * @param plan for this machine only
   */
  RunResult run(Plan plan, ShardFile shard, GuestStart guests)
      throws IOException, InterruptedException {
    RunNotes notes =
        new RunNotes(
            Map.of(ShardFile.NAME, shard.text()), Map.of(ShardFile.PROVENANCE, shard.name()));
    return printed(run(plan, guests, executor.results(), notes));
  }

  /**
   * Resumes an interrupted run, and prints its table.
   *
   * @throws dev.faultlab.run.CannotResume when something differs from the first start; then nothing
   *     was started
   */
  RunResult resume(Resumption run) throws IOException, InterruptedException {
    ReportWriter reports = new ReportWriter(executor.progress());
    RunResult result = with(out, reports::hearing).executor.resume(run);
    reports.write(result, new RunFolder(run.folder()));
    return printed(result, run.folder(), false);
  }

  @Override
  public void prepare(List<Plan> plans) throws InterruptedException {
    executor.prepare(plans);
  }

  /** An unreachable mirror proves nothing about its contents. */
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
    return run(plan, executor.results());
  }

  /**
   * Carries out a plan.
   *
   * @param results where the run's folder is created
   */
  RunResult run(Plan plan, Path results) throws IOException, InterruptedException {
    return run(plan, GuestStart.FROM_SNAPSHOT, results, RunNotes.NONE);
  }

  private RunResult run(Plan plan, GuestStart guests, Path place, RunNotes notes)
      throws IOException, InterruptedException {
    ReportWriter reports = new ReportWriter(executor.progress());
    RunResult result = with(out, reports::hearing).executor.run(plan, guests, place, notes);
    reports.write(result, new RunFolder(folder(place, result)));
    return result;
  }

  private static Path folder(Path place, RunResult result) {
    return place.resolve(result.lab()).resolve(result.runId());
  }

  private RunResult printed(RunResult result) {
    return printed(result, folder(executor.results(), result), false);
  }

  private RunResult printed(RunResult result, Path folder, boolean verbose) {
    out.print(new Reports().terminal(result, folder, verbose));
    return result;
  }

  @Override
  public Value exact(Parameter axis, Value value) {
    return executor.exact(axis, value);
  }

  @Override
  public Map<String, String> packages(Requirement image) {
    return executor.images().packages(image);
  }

  @Override
  public Optional<String> library(Parameter axis) {
    return axis.binding().flatMap(binding -> executor.images().library(binding.requirement()));
  }

  @Override
  public List<Release> releases(Requirement template) {
    return executor.images().releases(template);
  }
}
