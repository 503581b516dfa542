package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Observer;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import dev.faultlab.trial.CaptureWatch;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * One stack that somebody wants to look around in, with the load of its point at hand.
 *
 * @param plan of one point
 * @param folder of what trials leave behind
 */
public record OpenStack(Plan plan, RunFolder folder, Stack stack) {

  /**
   * Starts the only stack of a plan and waits until it is ready.
   *
   * @param images what fills each requirement
   * @throws StackException when it does not come up, with the reason
   */
  public static OpenStack start(
      Plan plan,
      RunFolder folder,
      Stacks stacks,
      Map<Requirement, ImageSource.Image> images,
      RunListener listener)
      throws InterruptedException {
    listener.phase("stacks", plan.stacks().size());
    StackSet set =
        new StackSet(plan, stacks, images, stack -> Readiness.await(stack, plan, folder), listener);
    set.start(plan.stacks(), stack -> {});
    for (String why : set.failures().values()) {
      throw new StackException(why);
    }
    return new OpenStack(plan, folder, set.get(plan.stacks().iterator().next()));
  }

  /**
   * Carries out a trial of the plan's point.
   *
   * @param index from 1, a new one each time
   */
  public TrialEvidence load(int index) throws InterruptedException, IOException {
    return OneTrial.carryOut(
        new TrialRunner(folder.path(), Set.of(), CaptureWatch.NONE),
        plan.lab(),
        folder,
        new PlannedTrial(cell(), index, true, false),
        stack);
  }

  /** What a signature of the lab says of a trial of the plan's point. */
  public Observation observe(String signature, TrialEvidence trial) {
    return new Observer()
        .observe(new LabSignatures(plan.lab()).declared(signature, cell().variant()), trial);
  }

  private Cell cell() {
    return plan.cells().get(0);
  }
}
