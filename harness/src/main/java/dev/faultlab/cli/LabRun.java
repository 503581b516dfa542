package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.report.Reports;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.LabRunner;
import dev.faultlab.run.RunSession;
import dev.faultlab.stack.Owner;
import dev.faultlab.stack.StackException;
import dev.faultlab.run.RunEngine;
import java.util.function.Supplier;
import java.io.IOException;
import java.util.Set;
import java.util.LinkedHashSet;
import dev.faultlab.run.LabSignatures;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import dev.faultlab.lab.Binding;
import dev.faultlab.lab.Template;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * Carries out {@code faultlab run <lab> ...}: from a command line to a result and an exit status.
 */
final class LabRun implements PlannedRuns {
  private static final String NEWEST = "newest";
  private static final long NEEDED_BYTES = 2L << 30;

  private final Workspace workspace;
  private final ImageSource images;
  private final Supplier<RunEngine> engines;
  private final Progress progress;
  private final PrintStream out;

  /**
   * @param engines asked for the engine when a run begins, not before
   */
  LabRun(
      Workspace workspace,
      ImageSource images,
      Supplier<RunEngine> engines,
      Progress progress,
      PrintStream out) {
    this.engines = engines;
    this.workspace = workspace;
    this.images = images;
    this.progress = progress;
    this.out = out;
  }

  /** Runs a lab as the command line says; the verdict's exit status. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException, InterruptedException {
    return run(lab, LabCommand.choices(lab, given)).verdict().judgement().exitStatus();
  }

  /**
   * Runs a lab and prints its table.
   *
   * @throws Parameter.BadParameter or {@link LabException} before anything was started
   * @throws StackException when the engine cannot be used
   */
  RunResult run(Lab lab, Choices choices) throws IOException, InterruptedException {
    requireSound(lab);
    RunResult result = run(new Planner(lab).plan(exact(lab, choices)));
    out.print(new Reports().terminal(result, workspace.results().resolve(folder(result))));
    return result;
  }

  @Override
  public void prepare(List<Plan> plans) throws InterruptedException {
    for (Plan plan : plans) {
      requireSound(plan.lab());
    }
    images.resolve(plans.stream().flatMap(plan -> roles(plan).stream()).distinct().toList());
  }

  private void requireSound(Lab lab) throws InterruptedException {
    List<String> problems = new ArrayList<>();
    new LabSignatures(lab)
        .problems()
        .forEach(problem -> problems.add(lab.folder().resolve("lab.yaml") + ": " + problem));
    problems.addAll(engines.get().problems(lab));
    if (!problems.isEmpty()) {
      throw new LabException(String.join("\n", problems));
    }
  }

  @Override
  public RunResult run(Plan plan) throws IOException, InterruptedException {
    Lab lab = plan.lab();
    RunEngine engine = engines.get();
    requireDisk();
    String swept = engine.sweepDead();
    if (!swept.isEmpty()) {
      progress.say("took away what a killed run had left: " + swept);
    }
    // Before there is a run: a candidate that cannot be had is refused, and leaves nothing.
    long begin = System.nanoTime();
    Map<String, ImageSource.Image> filled = images.resolve(roles(plan));
    double imageSeconds = (System.nanoTime() - begin) / 1e9;
    RunFolder folder = RunFolder.create(workspace.results(), lab.name(), Owner.current().label());
    progress.say(
        String.format(
            "lab %s: %d points, %d trials, about %d minutes; run %s",
            lab.name(),
            plan.cells().size(),
            plan.trials().size(),
            plan.quick() ? lab.minutes().quick() : lab.minutes().full(),
            folder.id()));
    RunResult result;
    try (RunSession session = new RunSession(folder, engine::sweep);
        ProgressListener listener = new ProgressListener(progress)) {
      result =
          new LabRunner(plan, folder, engine.stacks(lab, folder.id()), filled, listener)
              .run(engine.provenance(), imageSeconds);
    } catch (RuntimeException | InterruptedException e) {
      folder.abandon("failed: " + e);
      throw e;
    }
    new Reports().write(result, folder);
    folder.finish();
    return result;
  }

  private static String folder(RunResult result) {
    return result.lab() + "/" + result.runId();
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

  private static Set<String> roles(Plan plan) {
    Set<String> roles = new LinkedHashSet<>();
    plan.stacks().forEach(spec -> roles.addAll(spec.images().values()));
    return roles;
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
