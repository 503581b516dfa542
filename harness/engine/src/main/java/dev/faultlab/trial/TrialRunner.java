package dev.faultlab.trial;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.evidence.TrialRole;
import dev.faultlab.fact.CaptureReading;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.InnerPath;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Step;
import dev.faultlab.lab.Template;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.Service;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out trials of one run. A failed trial records why and keeps its evidence.
 *
 * @param runFolder receives the evidence
 * @param components images whose programs are under test; if one ends with an error, it has crashed
 * @param stopwatch records when a load runs
 */
public record TrialRunner(RunFolder runFolder, Set<String> components, Stopwatch stopwatch) {
  /** The status of vm's commands when the guest's service, and with it the guest, has ended. */
  private static final long GUEST_EXITED = 125;

  /** k6's exit status when thresholds failed: a measurement, not a failure to measure. */
  private static final long K6_THRESHOLDS_FAILED = 99;

  /** Where a service leaves files to fetch. */
  private static final String EVIDENCE = "/evidence";

  /** An emulated guest that shuts down takes a second or two. */
  private static final Duration GUEST_END_LIMIT = Duration.ofSeconds(60);

  /** Carries out a trial of a plan on a stack. */
  public TrialEvidence run(PlannedTrial trial, Plan plan, Stack stack)
      throws InterruptedException, IOException {
    Cell cell = plan.cell(trial.point());
    Lab lab = plan.lab();
    return run(
        stack,
        runFolder.trial(cell.id(), trial.index()),
        cell,
        trial.index(),
        Optional.of(trial.role()),
        lab.procedures().get(cell.variant().trial().procedure()).steps().stream()
            .filter(step -> !isSkipped(lab, step, stack))
            .toList(),
        cell.variant().trial().capture() ? lab.capture() : Optional.empty());
  }

  /**
   * Whether the step runs in a service that this point does not need, so that it was not started.
   */
  private static boolean isSkipped(Lab lab, Step step, Stack stack) {
    return lab.stack().onDemand().entrySet().stream()
        .filter(e -> !e.getValue().at().isEmpty() && step.runsIn(e.getKey()))
        .anyMatch(e -> !stack.services().containsKey(e.getKey()));
  }

  /**
   * Carries out what a stack needs before its first trial: its steps until it is ready, or a
   * calibration.
   *
   * @param name of the evidence folder
   * @param cell any of that stack, for its settings
   * @param spec how packets are captured; empty when they are not
   */
  public TrialEvidence prepare(
      String name, Stack stack, Cell cell, List<Step> steps, Optional<CaptureSpec> spec)
      throws InterruptedException, IOException {
    return run(stack, runFolder.trial(name, 1), cell, 1, Optional.empty(), steps, spec);
  }

  private TrialEvidence run(
      Stack stack,
      Path folder,
      Cell cell,
      int index,
      Optional<TrialRole> role,
      List<Step> steps,
      Optional<CaptureSpec> spec)
      throws InterruptedException, IOException {
    Files.createDirectories(folder);
    Map<String, String> values = cell.settings(index);
    values.putAll(stack.placeholders());
    String startedAt = Instant.now().toString();
    long loadNanos = 0;
    Optional<CaptureStats> stats = Optional.empty();
    Optional<Failure> failure = Optional.empty();
    Map<String, CaptureReading> read = new LinkedHashMap<>();
    try {
      Optional<CaptureSession> session = Optional.empty();
      if (spec.isPresent()) {
        String token = Integer.toHexString((startedAt + folder).hashCode()) + "-" + index;
        session = Optional.of(CaptureSession.start(spec.get(), stack, token));
      }
      long begin = System.nanoTime();
      stopwatch.loadBegins();
      try {
        for (Step step : steps) {
          if (step instanceof Step.K6 k6) {
            k6(k6, stack, folder, values);
          } else {
            command((Step.Program) step, stack, folder, values);
          }
        }
      } catch (StackException e) {
        failure = Optional.of(failure(stack, e));
      } finally {
        stopwatch.loadEnds();
      }
      loadNanos = System.nanoTime() - begin;
      if (session.isPresent()) {
        stats = Optional.of(session.get().stop(folder, failure.isPresent()));
        readRequests(folder, spec.get(), read);
      }
    } catch (StackException e) {
      Failure late = failure(stack, e);
      failure =
          Optional.of(
              failure
                  .map(
                      first ->
                          new Failure(
                              first.message() + "; " + late.message(),
                              first.crash().or(late::crash)))
                  .orElse(late));
    }
    return new TrialEvidence(
        runFolder.path(),
        values,
        new TrialRecord(
            cell.point(),
            index,
            role,
            runFolder.path().relativize(folder).toString(),
            startedAt,
            loadNanos / 1_000_000,
            stats,
            failure.map(Failure::message),
            failure.flatMap(Failure::crash)),
        read);
  }

  private static void command(
      Step.Program step, Stack stack, Path folder, Map<String, String> settings)
      throws InterruptedException, IOException {
    List<String> args = step.command().stream().map(t -> Template.fill(t, settings)).toList();
    Execution execution = stack.service(step.service()).execute(args, step.limit());
    if (step.stdout().isPresent()) {
      AtomicFile.write(InnerPath.of(folder, step.stdout().get()), execution.stdout());
    }
    if (execution.exitStatus() != 0) {
      throw new ProgramFailed(step.service(), args, execution);
    }
    if (!step.fetch().isEmpty()) {
      stack.service(step.service()).fetch(EVIDENCE, step.fetch(), folder);
    }
  }

  private static void k6(Step.K6 step, Stack stack, Path folder, Map<String, String> settings)
      throws InterruptedException, IOException {
    List<String> args = new ArrayList<>(List.of("k6", "run", "--quiet", "--no-usage-report"));
    step.env()
        .forEach(
            (name, text) -> args.addAll(List.of("-e", name + "=" + Template.fill(text, settings))));
    args.add(step.path());
    Service k6 = stack.k6(step);
    Execution execution = k6.execute(args, step.limit());
    AtomicFile.write(InnerPath.of(folder, step.summary()), execution.stdout());
    if (execution.exitStatus() != 0 && execution.exitStatus() != K6_THRESHOLDS_FAILED) {
      throw new ProgramFailed(k6.name(), args, execution);
    }
  }

  /** A command that ended by itself with an error. */
  private static final class ProgramFailed extends StackException {
    private final String service;
    private final long status;

    ProgramFailed(String service, List<String> args, Execution result) {
      super(
          "%s: '%s' ended with status %d: %s"
              .formatted(service, String.join(" ", args), result.exitStatus(), result.tail()));
      this.service = service;
      this.status = result.exitStatus();
    }
  }

  /** Why the trial could not be carried out; see {@link TrialRecord}. */
  private record Failure(String message, Optional<String> crash) {}

  private Failure failure(Stack stack, StackException e) throws InterruptedException {
    if (e instanceof ProgramFailed failed && failed.status == GUEST_EXITED) {
      // The machine reports this first, and then ends.
      stack.service(failed.service).awaitEnd(GUEST_END_LIMIT);
    }
    String ended = exitTexts(stack);
    if (!ended.isEmpty()) {
      return new Failure(e.getMessage(), Optional.of(ended));
    }
    boolean isCrash =
        e instanceof ProgramFailed why && components.contains(stack.service(why.service).image());
    return new Failure(e.getMessage(), isCrash ? Optional.of(e.getMessage()) : Optional.empty());
  }

  /** The exit messages of services that have ended; empty if the engine does not answer. */
  private static String exitTexts(Stack stack) throws InterruptedException {
    try {
      return stack.exitTexts().strip();
    } catch (RuntimeException e) {
      return "";
    }
  }

  /** An unreadable capture costs only this trial, not later ones. */
  private static void readRequests(
      Path folder, CaptureSpec spec, Map<String, CaptureReading> read) {
    if (spec.requests().isPresent()) {
      try {
        read.put(spec.file(), RequestsFile.write(folder, spec.file(), spec.requests().get()));
      } catch (IOException | RuntimeException e) {
        throw new StackException(spec.file() + ": its requests cannot be read: " + e, e);
      }
    }
  }
}
