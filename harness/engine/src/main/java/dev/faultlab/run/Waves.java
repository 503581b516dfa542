package dev.faultlab.run;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.lab.LabException;
import dev.faultlab.machine.Memory;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.stack.StackException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The parts of a plan that are carried out one after the other: one, unless its stacks do not fit
 * into the memory together. Points of one ratio or upgrade comparison are in one part.
 *
 * @param parts each with the stacks that run at the same time
 * @param roomMebibytes MiB available; empty if that, or what the lab needs, is unknown
 */
public record Waves(Plan plan, List<Plan> parts, OptionalInt roomMebibytes) {
  private static final double MEBIBYTES = 1024;

  /**
   * Divides a plan.
   *
   * @param environment may set how much memory there is ({@link Memory#VARIABLE})
   * @throws StackException when stacks that must run at the same time do not fit
   * @throws LabException when the environment holds something other than a size
   */
  public static Waves of(Plan plan, Map<String, String> environment) {
    OptionalInt room = room(plan, environment);
    return new Waves(plan, fit(room.orElse(Integer.MAX_VALUE), plan), room);
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

  /** Fills one part after the other, in the order of the plan. */
  static List<Plan> fit(int room, Plan plan) {
    if (plan.mebibytes(plan.stacks()) <= room) {
      return List.of(plan);
    }
    Map<StackSpec, Set<StackSpec>> groups = groups(plan);
    List<Plan> parts = new ArrayList<>();
    Set<StackSpec> waiting = new LinkedHashSet<>(plan.stacks());
    while (!waiting.isEmpty()) {
      Set<StackSpec> part = new LinkedHashSet<>();
      for (StackSpec stack : List.copyOf(waiting)) {
        Set<StackSpec> longer = new LinkedHashSet<>(part);
        longer.addAll(groups.get(stack));
        if (waiting.contains(stack) && plan.mebibytes(longer) <= room) {
          part = longer;
          waiting.removeAll(part);
        }
      }
      if (part.isEmpty()) {
        StackSpec first = waiting.iterator().next();
        Set<StackSpec> smallest = groups.get(first);
        throw doesNotFit(
            "lab %s: the stacks that must run at the same time (%d, including that of %s)"
                .formatted(plan.lab().name(), smallest.size(), plan.anyOn(first).id()),
            plan.mebibytes(smallest),
            room);
      }
      Set<StackSpec> stacks = part;
      parts.add(plan.only(plan.cells().stream().filter(c -> stacks.contains(c.stack())).toList()));
    }
    return List.copyOf(parts);
  }

  private static StackException doesNotFit(String stacks, int needed, int room) {
    return new StackException(
        "%s need %d MiB of memory, but %d MiB are available; nothing was started. %s overrides it"
            .formatted(stacks, needed, room, Memory.VARIABLE));
  }

  /** Stacks whose points are compared with each other form one group. */
  private static Map<StackSpec, Set<StackSpec>> groups(Plan plan) {
    Map<StackSpec, Set<StackSpec>> groups = new LinkedHashMap<>();
    plan.stacks().forEach(stack -> groups.put(stack, Set.of(stack)));
    plan.comparedPoints().forEach(set -> bind(set.stream().map(plan::cell).toList(), plan, groups));
    for (EffectSpec effect : plan.lab().effects()) {
      effect.pairs(plan.cells(), Cell::point).forEach(pair -> bind(pair, plan, groups));
    }
    return groups;
  }

  private static void bind(
      Collection<Cell> bound, Plan plan, Map<StackSpec, Set<StackSpec>> groups) {
    Set<StackSpec> members = new HashSet<>();
    bound.forEach(cell -> members.addAll(groups.get(cell.stack())));
    Set<StackSpec> group = new LinkedHashSet<>(plan.stacks());
    group.retainAll(members);
    group.forEach(stack -> groups.put(stack, group));
  }

  /**
   * Checks the parts that remain of an earlier division.
   *
   * @throws StackException when one of them does not fit any more
   */
  static void requireRoom(List<Plan> parts, Map<String, String> environment) {
    for (Plan part : parts) {
      int needed = part.mebibytes(part.stacks());
      OptionalInt room = room(part, environment);
      if (room.isPresent() && needed > room.getAsInt()) {
        throw doesNotFit("the stacks that must run at the same time", needed, room.getAsInt());
      }
    }
  }

  /** A summary for a person who waits; without memory if the lab declares none. */
  public String sentence() {
    String points = plural(plan.cells().size(), "point");
    String trials = plural(plan.trials().size(), "trial");
    String these = points + ", " + trials + " on " + plural(plan.stacks().size(), "stack");
    if (plan.lab().stack().memory().isEmpty()) {
      return these;
    }
    String text = these + ", " + gibibytes(plan.mebibytes(plan.stacks())) + " of memory";
    if (parts.size() == 1) {
      return text;
    }
    int max = parts.stream().mapToInt(part -> part.mebibytes(part.stacks())).max().orElse(0);
    return "%s, of which %s are available: %d waves of at most %s"
        .formatted(text, gibibytes(roomMebibytes.orElseThrow()), parts.size(), gibibytes(max));
  }

  private static String plural(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String gibibytes(int mebibytes) {
    return String.format("%.1f GiB", mebibytes / MEBIBYTES);
  }
}
