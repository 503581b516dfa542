package dev.faultlab.run;

import com.github.dockerjava.api.DockerClient;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Calibration;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.report.RunResult;
import dev.faultlab.report.RunResult.CalibrationResult;
import dev.faultlab.stack.ServiceLogs;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.StackStarter;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One run of one lab, from plan to result. */
public final class LabRunner {
  private final Plan plan;
  private final RunFolder folder;
  private final DockerClient docker;
  private final StackStarter starter;
  private final ImageSource imageSource;
  private final RunListener listener;
  private final Stopwatch watch = new Stopwatch();
  private final List<String> obstacles = new ArrayList<>();
  private final List<CalibrationResult> calibrations = new ArrayList<>();
  private final Map<String, List<TrialEvidence>> evidence = new LinkedHashMap<>();
  private final List<TrialEvidence> inOrder = new ArrayList<>();

  public LabRunner(
      Plan plan,
      RunFolder folder,
      DockerClient docker,
      StackStarter starter,
      ImageSource imageSource,
      RunListener listener) {
    this.plan = plan;
    this.folder = folder;
    this.docker = docker;
    this.starter = starter;
    this.imageSource = imageSource;
    this.listener = listener;
  }

  /**
   * Carries out the plan. What goes wrong on the way makes the result inconclusive, with the
   * reason.
   *
   * @param provenance of machine and program; image ids are added
   */
  public RunResult run(Map<String, String> provenance) throws InterruptedException, IOException {
    String startedAt = Instant.now().toString();
    Lab lab = plan.lab();

    watch.begin("images");
    Set<String> roles = new LinkedHashSet<>();
    plan.stacks().forEach(spec -> roles.addAll(spec.images().values()));
    Map<String, ImageSource.Image> images = imageSource.resolve(roles);
    Map<String, String> facts = new LinkedHashMap<>(provenance);
    images.forEach((role, image) -> facts.put("image " + role, image.origin()));

    watch.begin("start of stacks");
    listener.phase("stacks", plan.stacks().size());
    StackSet stacks = StackSet.start(plan.stacks(), starter, images, this::awaitReady, listener);
    obstacles.addAll(stacks.failures());

    watch.begin("calibration");
    calibrate(stacks);

    watch.begin("around the load");
    trials(stacks);

    keepLogs();

    watch.begin("analysis");
    listener.phase("facts and signatures", 0);
    Analysis analysis = Analysis.of(lab, plan.cells(), evidence, obstacles);
    watch.begin("");
    double load = inOrder.stream().mapToLong(TrialEvidence::loadMillis).sum() / 1000.0;
    watch.move("around the load", "load", load);
    facts.putAll(found(lab.provenance()));

    return new RunResult(
        RunResult.SCHEMA,
        folder.id(),
        lab.name(),
        lab.title(),
        plan.quick(),
        startedAt,
        Instant.now().toString(),
        plan.parameters(),
        analysis.verdict(),
        analysis.outcomes(),
        analysis.effects(),
        analysis.measurements(),
        calibrations,
        inOrder.stream().map(this::summary).toList(),
        watch.seconds(),
        facts);
  }

  /** What the trials themselves say of the conditions; several values where they differ. */
  private Map<String, String> found(Map<String, String> pointers) {
    Map<String, String> found = new LinkedHashMap<>();
    pointers.forEach(
        (name, pointer) -> {
          Set<String> values = new TreeSet<>();
          for (TrialEvidence trial : inOrder) {
            try {
              values.add(new JsonFacts(trial).node(pointer).asText());
            } catch (MissingFact e) {
              // Left out, never guessed; a trial that failed says so itself.
            }
          }
          if (!values.isEmpty()) {
            found.put(name, String.join(", ", values));
          }
        });
    return found;
  }

  private void awaitReady(Stack stack) throws InterruptedException, IOException {
    if (plan.lab().ready().isEmpty()) {
      return;
    }
    TrialEvidence ready =
        new Readiness(stack)
            .await(
                () ->
                    new TrialRunner(folder.path())
                        .run(
                            stack,
                            folder.trial("ready-" + stack.name(), 1),
                            "ready " + stack.name(),
                            1,
                            anyCell(stack.spec()).settings(),
                            plan.lab().procedures().get(plan.lab().ready().get()),
                            Optional.empty()));
    if (ready.failure().isPresent()) {
      throw new StackException("stack " + stack.name() + " is not ready: " + ready.failure().get());
    }
  }

  private void keepLogs() throws InterruptedException {
    try {
      new ServiceLogs(docker).save(folder.id(), folder.path().resolve("logs"));
    } catch (IOException | RuntimeException e) {
      obstacles.add("the services' logs could not be kept: " + e.getMessage());
    }
  }

  private Cell anyCell(StackSpec spec) {
    return plan.cells().stream().filter(c -> c.stack().equals(spec)).findFirst().orElseThrow();
  }

  private void calibrate(StackSet stacks) throws InterruptedException, IOException {
    List<Calibration> wanted = plan.lab().calibrations();
    listener.phase("calibration", wanted.size() * stacks.running().size());
    Calibrator calibrator = new Calibrator(plan.lab(), folder, new TrialRunner(folder.path()));
    for (Map.Entry<StackSpec, Stack> entry : stacks.running().entrySet()) {
      Cell cell = anyCell(entry.getKey());
      for (Calibration calibration : wanted) {
        String what = calibration.id() + " of " + entry.getValue().name();
        try {
          CalibrationResult result = calibrator.measure(calibration, entry.getValue(), cell);
          calibrations.add(result);
          String said =
              String.format(
                  "%s: %.2f %s, %.2f set, n=%d",
                  what, result.measured(), result.unit(), result.target(), result.samples());
          listener.step(said);
          if (!result.within()) {
            obstacles.add(
                String.format("%s, more than %.0f %% off", said, result.tolerance() * 100));
          }
        } catch (MissingFact e) {
          obstacles.add(what + " cannot be measured: " + e.getMessage());
        }
      }
    }
  }

  private void trials(StackSet stacks) throws InterruptedException, IOException {
    plan.cells().forEach(cell -> evidence.put(cell.id(), new ArrayList<>()));
    listener.phase("trials", plan.trials().size());
    TrialRunner runner = new TrialRunner(folder.path());
    for (PlannedTrial trial : plan.trials()) {
      Cell cell = trial.cell();
      Optional<Stack> stack = stacks.find(cell.stack());
      if (stack.isEmpty()) {
        listener.step(cell.id() + ": left out, its stack did not start");
        continue;
      }
      TrialEvidence found =
          runner.run(
              stack.get(),
              folder.trial(cell.id(), trial.index()),
              cell.id(),
              trial.index(),
              cell.settings(),
              plan.lab().procedures().get(cell.variant().procedure()),
              cell.variant().capture() ? plan.lab().capture() : Optional.empty());
      evidence.get(cell.id()).add(found);
      inOrder.add(found);
      listener.step(
          cell.id() + " #" + trial.index() + found.failure().map(f -> ": " + f).orElse(""));
      if (found.failure().isPresent() && !engineAnswers()) {
        obstacles.add("the Docker engine stopped answering during " + cell.id());
        return;
      }
    }
  }

  private boolean engineAnswers() {
    try {
      docker.pingCmd().exec();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private RunResult.TrialResult summary(TrialEvidence trial) {
    return new RunResult.TrialResult(
        trial.cell(),
        trial.index(),
        folder.path().relativize(trial.folder()).toString(),
        trial.startedAt(),
        trial.loadMillis(),
        trial.capture(),
        trial.failure());
  }
}
