package dev.faultlab.cli;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Variant;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.report.Reports;
import dev.faultlab.report.RunResult;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.LabRunner;
import dev.faultlab.run.Provenance;
import dev.faultlab.run.RunSession;
import dev.faultlab.signature.Signatures;
import dev.faultlab.stack.Owner;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackStarter;
import dev.faultlab.stack.Sweeper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * Carries out {@code faultlab run <lab> ...}: from a command line to a result and an exit status.
 */
final class LabRun {
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final long NEEDED_BYTES = 2L << 30;

  private final Workspace workspace;
  private final ImageSource images;
  private final Progress progress;
  private final PrintStream out;

  LabRun(Workspace workspace, ImageSource images, Progress progress, PrintStream out) {
    this.workspace = workspace;
    this.images = images;
    this.progress = progress;
    this.out = out;
  }

  /** Runs a lab as the command line says; the verdict's exit status. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException, InterruptedException {
    return run(lab, choices(lab, given)).verdict().judgement().exitStatus();
  }

  /**
   * Runs a lab and prints its table.
   *
   * @throws Parameter.BadParameter or {@link LabException} before anything was started
   * @throws StackException when the engine cannot be used
   */
  RunResult run(Lab lab, Choices choices) throws IOException, InterruptedException {
    for (Variant v : lab.variants()) {
      List<String> problems =
          new Signatures().problems(lab.signatures(), v.expect().keySet(), v.inputs());
      if (!problems.isEmpty()) {
        throw new LabException("lab " + lab.name() + ": " + String.join("; ", problems));
      }
    }
    Plan plan = new Planner(lab).plan(choices);
    requireDisk();
    DockerClient docker = Engine.client();
    Sweeper.Swept swept = new Sweeper(docker).sweepDead();
    if (!swept.nothing()) {
      progress.say("took away what a killed run had left: " + swept);
    }
    RunFolder folder = RunFolder.create(workspace.results(), lab.name(), Owner.current().label());
    progress.say(
        String.format(
            "lab %s: %d cells, %d trials, about %d minutes; run %s",
            lab.name(),
            plan.cells().size(),
            plan.trials().size(),
            plan.quick() ? lab.minutes().quick() : lab.minutes().full(),
            folder.id()));
    RunResult result;
    try (RunSession session = new RunSession(folder, docker);
        ProgressListener listener = new ProgressListener(progress)) {
      StackStarter starter =
          new StackStarter(
              workspace.root(),
              workspace.cache().directory("subnets"),
              docker,
              folder.id(),
              START_LIMIT);
      result =
          new LabRunner(plan, folder, docker, starter, images, listener)
              .run(Provenance.collect(workspace.root(), docker));
    } catch (RuntimeException | InterruptedException e) {
      folder.abandon("failed: " + e);
      throw e;
    }
    new Reports().write(result, folder);
    folder.finish();
    out.print(new Reports().terminal(result, folder.path()));
    return result;
  }

  private static Choices choices(Lab lab, CommandLine.ParseResult given) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : lab.parameters().keySet()) {
      String text = given.matchedOptionValue("--" + name, (String) null);
      if (text != null) {
        values.put(name, text);
      }
    }
    String variants = given.matchedOptionValue(RunCommand.VARIANTS, (String) null);
    return new Choices(
        values,
        variants == null ? List.of() : List.of(variants.split(",")),
        given.hasMatchedOption(RunCommand.QUICK));
  }

  private void requireDisk() throws IOException {
    Files.createDirectories(workspace.results());
    long free = Files.getFileStore(workspace.results()).getUsableSpace();
    if (free < NEEDED_BYTES) {
      throw new StackException(
          String.format(
              "%s has %d MiB free, a run needs %d MiB; nothing was started",
              workspace.results(), free >> 20, NEEDED_BYTES >> 20));
    }
  }
}
