package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.plan.Plan;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.stack.Stacks;
import java.util.Map;

/** One stack that somebody wants to look around in; no trial is carried out. */
public final class OpenStack {
  private OpenStack() {}

  /**
   * Starts the only stack of a plan and waits until it is ready.
   *
   * @param folder of what getting ready leaves behind
   * @param images role to what fills it
   * @throws StackException when it does not come up, with the reason
   */
  public static Stack start(
      Plan plan,
      RunFolder folder,
      Stacks stacks,
      Map<String, ImageSource.Image> images,
      RunListener listener)
      throws InterruptedException {
    listener.phase("stacks", plan.stacks().size());
    StackSet set =
        StackSet.start(
            plan.stacks(), stacks, images, stack -> Readiness.await(stack, plan, folder), listener);
    for (String why : set.failures().values()) {
      throw new StackException(why);
    }
    return set.running().values().iterator().next();
  }
}
