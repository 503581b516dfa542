package dev.faultlab.service;

import com.github.dockerjava.api.exception.DockerException;
import dev.faultlab.check.CheckFile;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.docker.EngineException;
import dev.faultlab.machine.Progress;
import dev.faultlab.run.Workers;
import dev.faultlab.seen.TrialOutcome;
import dev.faultlab.sidecar.Tcpdump;
import dev.faultlab.stack.ProjectStack;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.Part;
import dev.faultlab.testcontainers.condition.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * One condition with a stack per version, both at the same time, and trial after trial in each. A
 * trial begins with a freshly started service.
 *
 * @param toolsImage image of role netshoot
 * @param corednsImage image of role coredns
 * @param caller the program that is canaries and load
 * @param restart whether the service is started again under the condition
 */
record ConditionRun(
    CheckFile check,
    String name,
    NetworkCondition condition,
    String toolsImage,
    String corednsImage,
    byte[] caller,
    StackLauncher launcher,
    Progress.Step step,
    boolean restart) {

  /** Two builds of one project would use the same names. */
  private static final Object BUILDING = new Object();

  private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);

  /**
   * Bytes of a frame in a trial's capture, for readers and for {@code faultlab diagnose}; nothing
   * is decided by it. That leaves little of a request's headers.
   */
  private static final int SNAPLEN = 128;

  private static final long STOP_SECONDS = 10;

  /** Code of a version that started and did not answer. */
  static final String NO_ANSWER = "no-answer";

  /**
   * @param models version to the services to start
   */
  ConditionResult run(Map<Side, ServiceModel> models) throws IOException, InterruptedException {
    try (Workers workers = new Workers(check.sides().size())) {
      List<Future<SideResult>> running = new ArrayList<>();
      for (Side side : check.sides()) {
        String stack = name + (running.isEmpty() ? "-from" : "-to");
        running.add(workers.submit(() -> side(side, models.get(side), stack)));
      }
      List<SideResult> sides = new ArrayList<>();
      for (Future<SideResult> side : running) {
        sides.add(Workers.await(side));
      }
      return result(sides);
    }
  }

  private SideResult side(Side side, ServiceModel model, String stack)
      throws IOException, InterruptedException {
    try {
      return launcher.run(
          stack,
          check.folder(),
          identity -> model.text(identity, toolsImage, corednsImage, condition.routerSysctls()),
          project -> trials(side, model, project));
    } catch (NoAnswer e) {
      return unclear(side, NO_ANSWER, e.getMessage());
    } catch (DoesNotStart e) {
      return new SideResult(side, List.of(), Optional.of(e.getMessage()));
    } catch (IllegalStateException | EngineException e) {
      return new SideResult(side, List.of(notCarriedOut(e)), Optional.empty());
    }
  }

  /** The result of a condition that is not tried. */
  ConditionResult inconclusive(String reason) {
    return result(check.sides().stream().map(side -> unclear(side, "not-tried", reason)).toList());
  }

  private static SideResult unclear(Side side, String code, String reason) {
    return new SideResult(side, List.of(TrialOutcome.inconclusive(code, reason)), Optional.empty());
  }

  private ConditionResult result(List<SideResult> sides) {
    NetworkCondition.About about = condition.about();
    return new ConditionResult(name, about.what(), about.source().toString(), about.hint(), sides);
  }

  private SideResult trials(Side side, ServiceModel model, ProjectStack stack)
      throws InterruptedException {
    step.note(stack.identity().stack() + ": starting");
    if (!model.built().isEmpty()) {
      synchronized (BUILDING) {
        stack.build(model.built().keySet(), BUILD_LIMIT);
      }
    }
    ServiceStack serviceStack = new ServiceStack(check, model, stack, condition, caller);
    List<TrialOutcome> trials = new ArrayList<>();
    for (int number = 1; number <= check.trials(); number++) {
      trials.add(trial(serviceStack, stack, number));
      step.advance(stack.identity().stack());
    }
    return new SideResult(side, trials, Optional.empty());
  }

  private TrialOutcome trial(ServiceStack serviceStack, ProjectStack stack, int number)
      throws InterruptedException {
    String name = stack.identity().stack();
    Part hold = ServiceStack.part(stack, ServiceModel.HOLD);
    try (Trial trial = Trial.start(serviceStack.bed, condition)) {
      trial.recover(check.limits().recover());
      check.limits().deadline().ifPresent(trial::deadline);
      CheckedService service = serviceStack.service;
      trial.watch(service.client);
      // A service that looks names up at its start meets the condition then.
      if (restart && condition.hitsAtStart()) {
        trial.whenItHurts(service::startAgain);
      }
      Tcpdump capture =
          new Tcpdump(
              "eth0", "tcp or port 53", SNAPLEN, "trial-" + number + ".pcap", name + "-" + number);
      hold.run(capture.startCommand());
      Consumer<String> note = message -> step.note(name + ": " + message);
      service.start(note);
      step.note(name + ": trial " + number);
      TrialOutcome outcome = trial.run(service.client).seen();
      launcher.trySave(
          capture.file() + " of " + name,
          () -> {
            hold.run(capture.stopCommand(STOP_SECONDS));
            Path folder = Files.createDirectories(launcher.folder().evidence().resolve(name));
            stack.service(ServiceModel.HOLD).fetch("/evidence", List.of(capture.file()), folder);
          });
      return outcome;
    } catch (IllegalStateException | EngineException | DockerException e) {
      if (number == 1 && (e instanceof NoAnswer || e instanceof DoesNotStart)) {
        throw e;
      }
      return notCarriedOut(e);
    }
  }

  private static TrialOutcome notCarriedOut(RuntimeException why) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException();
    }
    return TrialOutcome.inconclusive("not-carried-out", String.valueOf(why.getMessage()));
  }
}
