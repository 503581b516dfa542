package dev.faultlab.plan;

import dev.faultlab.lab.EffectSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides a plan whose stacks do not fit into the memory together. Points of one ratio or upgrade
 * comparison are in one wave.
 */
public final class Waves {
  private final Plan plan;
  private final int room;
  private final Map<StackSpec, Set<StackSpec>> groups = new LinkedHashMap<>();

  private Waves(Plan plan, int room) {
    this.plan = plan;
    this.room = room;
    plan.stacks().forEach(stack -> groups.put(stack, Set.of(stack)));
    plan.beside().forEach(beside -> bind(beside.stream().map(Cell::stack).toList()));
    for (EffectSpec effect : plan.lab().effects()) {
      for (Cell fault : plan.cells()) {
        for (Cell control : plan.cells()) {
          if (effect.sets(fault.point(), control.point())) {
            bind(List.of(fault.stack(), control.stack()));
          }
        }
      }
    }
  }

  /** All stacks at once. */
  public static List<Wave> together(Plan plan) {
    return List.of(new Wave(plan.stacks(), plan.trials(), plan.mebibytes(plan.stacks())));
  }

  /**
   * Fills one wave after the other, in the order of the plan.
   *
   * @param room MiB that the stacks may use together
   * @throws DoesNotFit when stacks that must run at the same time need more than that
   */
  public static List<Wave> within(int room, Plan plan) {
    return plan.mebibytes(plan.stacks()) <= room ? together(plan) : new Waves(plan, room).divided();
  }

  /** Stacks that must run at the same time need more memory than there is. */
  public static final class DoesNotFit extends RuntimeException {
    DoesNotFit(String message) {
      super(message);
    }
  }

  private List<Wave> divided() {
    List<Wave> waves = new ArrayList<>();
    Set<StackSpec> waiting = new LinkedHashSet<>(plan.stacks());
    while (!waiting.isEmpty()) {
      Set<StackSpec> wave = new LinkedHashSet<>();
      for (StackSpec stack : List.copyOf(waiting)) {
        Set<StackSpec> longer = new LinkedHashSet<>(wave);
        longer.addAll(groups.get(stack));
        if (waiting.contains(stack) && plan.mebibytes(longer) <= room) {
          wave = longer;
          waiting.removeAll(wave);
        }
      }
      if (wave.isEmpty()) {
        refuse(waiting);
      }
      waves.add(wave(wave));
    }
    return List.copyOf(waves);
  }

  /** Stacks whose points are compared with each other form one group. */
  private void bind(List<StackSpec> bound) {
    Set<StackSpec> members = new HashSet<>();
    bound.forEach(stack -> members.addAll(groups.get(stack)));
    Set<StackSpec> group = new LinkedHashSet<>(plan.stacks());
    group.retainAll(members);
    group.forEach(stack -> groups.put(stack, group));
  }

  private Wave wave(Set<StackSpec> stacks) {
    return new Wave(
        stacks,
        plan.trials().stream().filter(trial -> stacks.contains(trial.cell().stack())).toList(),
        plan.mebibytes(stacks));
  }

  private void refuse(Set<StackSpec> waiting) {
    StackSpec first = waiting.iterator().next();
    Set<StackSpec> least = groups.get(first);
    throw new DoesNotFit(
        String.format(
            "lab %s: the stacks that must run at the same time (%d, including that of %s) need"
                + " %d MiB of memory, but %d MiB are available",
            plan.lab().name(), least.size(), plan.anyOn(first).id(), plan.mebibytes(least), room));
  }
}
