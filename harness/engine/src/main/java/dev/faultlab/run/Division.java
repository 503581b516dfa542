package dev.faultlab.run;

import dev.faultlab.lab.LabException;
import dev.faultlab.machine.Memory;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Wave;
import dev.faultlab.plan.Waves;
import dev.faultlab.stack.StackException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How a plan is divided so that its stacks fit into the memory.
 *
 * @param waves one after the other
 * @param room MiB available; empty if that, or what the lab needs, is unknown
 */
public record Division(Plan plan, List<Wave> waves, OptionalInt room) {
  private static final double MEBIBYTES = 1024;

  /**
   * Divides a plan.
   *
   * @param environment may set how much memory there is ({@link Memory#VARIABLE})
   * @throws StackException when stacks that must run at the same time do not fit
   * @throws LabException when the environment holds something other than a size
   */
  public static Division of(Plan plan, Map<String, String> environment) {
    OptionalInt room = room(plan, environment);
    if (room.isEmpty()) {
      return new Division(plan, Waves.together(plan), room);
    }
    try {
      return new Division(plan, Waves.within(room.getAsInt(), plan), room);
    } catch (Waves.DoesNotFit e) {
      throw new StackException(
          e.getMessage() + "; nothing was started. " + Memory.VARIABLE + " overrides it");
    }
  }

  /**
   * Checks the waves that remain of an earlier division.
   *
   * @throws StackException when one of them does not fit any more
   */
  static void requireRoom(Plan plan, List<Wave> waves, Map<String, String> environment) {
    OptionalInt room = room(plan, environment);
    int needed = waves.stream().mapToInt(Wave::mebibytes).max().orElse(0);
    if (room.isPresent() && needed > room.getAsInt()) {
      throw new StackException(
          String.format(
              "the stacks that must run at the same time need %d MiB of memory, but %d MiB are"
                  + " available; nothing was started. Set %s to override it",
              needed, room.getAsInt(), Memory.VARIABLE));
    }
  }

  /** Empty if that, or what the lab needs, is unknown. */
  private static OptionalInt room(Plan plan, Map<String, String> environment) {
    try {
      return plan.lab().stack().memory().isEmpty()
          ? OptionalInt.empty()
          : Memory.forStacks(environment);
    } catch (IllegalArgumentException e) {
      throw new LabException(e.getMessage());
    }
  }

  /** A summary for a person who waits; without memory if the lab declares none. */
  public String sentence() {
    String these =
        counted(plan.cells().size(), "point")
            + ", "
            + counted(plan.trials().size(), "trial")
            + " on "
            + counted(plan.stacks().size(), "stack");
    if (plan.lab().stack().memory().isEmpty()) {
      return these;
    }
    String all = these + ", " + gibibytes(plan.mebibytes(plan.stacks())) + " of memory";
    if (waves.size() == 1) {
      return all;
    }
    return String.format(
        "%s, of which %s are available: %d waves of at most %s",
        all,
        gibibytes(room.orElseThrow()),
        waves.size(),
        gibibytes(waves.stream().mapToInt(Wave::mebibytes).max().orElseThrow()));
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String gibibytes(int mebibytes) {
    return String.format("%.1f GiB", mebibytes / MEBIBYTES);
  }
}
