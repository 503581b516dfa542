package dev.faultlab.cli;

import dev.faultlab.command.Toolbox;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.DockerRunEngine;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.Plans;
import dev.faultlab.run.Run;
import dev.faultlab.run.RunHost;
import dev.faultlab.run.RunListener;
import dev.faultlab.run.RunSetup;
import dev.faultlab.upgrade.PlannedRuns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs on this machine, with their reports.
 *
 * @param out receives the table of a result
 */
record LabRun(RunHost host, PrintStream out) implements PlannedRuns {

  /** With the engine and the disk of this machine. */
  static LabRun onThisMachine(Toolbox tools) {
    return new LabRun(
        new RunHost(
            tools.provisioning(),
            Optional.empty(),
            () -> new DockerRunEngine(tools.workspace(), DockerHost.find()),
            folder -> Files.getFileStore(folder).getUsableSpace(),
            tools.workspace().results(),
            tools.progress(),
            tools.environment()),
        tools.out());
  }

  @Override
  public LabRun locked(List<String> results) throws IOException {
    return results.isEmpty() ? this : new LabRun(host.locked(results), out);
  }

  Plans plans() {
    return new Plans(images());
  }

  /** A run of a whole lab, prepared; says what it can give no verdict on. */
  RunSetup prepared(Lab lab, Choices choices, GuestStart guests)
      throws IOException, InterruptedException {
    Plan plan = plans().of(lab, choices);
    plan.oneSided().forEach(why -> host.progress().say("no verdict on this: " + why));
    return setup(plan, guests);
  }

  @Override
  public RunResult run(Plan plan) throws IOException, InterruptedException {
    return run(setup(plan, GuestStart.FROM_SNAPSHOT));
  }

  private RunSetup setup(Plan plan, GuestStart guests) throws IOException, InterruptedException {
    return RunSetup.begin(host, plan, guests, host.results(), Map.of(), Map.of());
  }

  /** Carries out a run, and writes its reports. */
  RunResult run(RunSetup setup, RunListener... more) throws IOException, InterruptedException {
    ReportWriter reports = new ReportWriter();
    List<RunListener> listeners = new ArrayList<>(List.of(more));
    listeners.add(reports);
    RunResult result = Run.of(setup, listeners);
    reports.write(result, host.progress());
    return result;
  }

  /** The table of a result among the results of this machine. */
  String table(RunResult result, boolean verbose) {
    Path folder = host.results().resolve(result.lab()).resolve(result.runId());
    return new Reports().terminal(result, folder, verbose);
  }

  @Override
  public void prepare(List<Plan> plans) throws IOException, InterruptedException {
    host.prepare(plans);
  }

  @Override
  public ImageSource images() {
    return host.images();
  }
}
