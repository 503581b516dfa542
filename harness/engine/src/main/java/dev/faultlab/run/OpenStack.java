package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Requirement;
import dev.faultlab.machine.Progress;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.signature.LabSignatures;
import dev.faultlab.stack.RunEngine;
import dev.faultlab.stack.Stack;
import dev.faultlab.trial.Stopwatch;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * One stack that a person can inspect, and the load of its point.
 *
 * @param plan of one point
 * @param folder for the files that trials produce
 */
public record OpenStack(Plan plan, RunFolder folder, Stack stack, RunSession session)
    implements AutoCloseable {

  /**
   * Starts the only stack of a plan, which is removed when it is closed.
   *
   * @param place where a folder for its files is created
   * @param name of that folder
   */
  public static OpenStack open(RunHost host, Plan plan, Path place, String name)
      throws IOException, InterruptedException {
    RunEngine engine = host.readyEngine(plan);
    Map<Requirement, ImageSource.Image> images = host.resolve(plan.requirements());
    RunFolder folder = RunFolder.create(place, name, Owner.current().label());
    RunSession session = new RunSession(folder, engine::sweep, host.progress()::end);
    try (Progress.Step step = host.progress().start("stacks", 1)) {
      engine.begin(folder.id());
      StackSpec spec = plan.stacks().iterator().next();
      String stackName = spec.profile() + "-1";
      Stack stack =
          StackSet.start(engine, plan, spec, folder, stackName, images, GuestStart.FROM_SNAPSHOT);
      // No name: the name of the stack could give the answer away.
      step.advance("ready");
      return new OpenStack(plan, folder, stack, session);
    } catch (RuntimeException | IOException | InterruptedException e) {
      close(session, folder);
      throw e;
    }
  }

  /**
   * Carries out a trial of the plan's point, and observes it.
   *
   * @param index from 1, a new one each time
   */
  public TrialEvidence load(int index) throws InterruptedException, IOException {
    return new LabSignatures(plan.lab())
        .observe(
            cell().variant(),
            new TrialRunner(folder, Set.of(), new Stopwatch())
                .run(new PlannedTrial(cell().point(), index, true), plan, stack));
  }

  private Cell cell() {
    return plan.cells().get(0);
  }

  @Override
  public void close() throws IOException {
    close(session, folder);
  }

  /** Removes the stack, whether it came up or not. */
  private static void close(RunSession session, RunFolder folder) throws IOException {
    try {
      session.close();
    } finally {
      folder.abandon("a person had a shell in a stack, and nothing was measured");
    }
  }
}
