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
  private final Map<StackSpec, List<Cell>> cells = new LinkedHashMap<>();
  private final Map<StackSpec, Set<StackSpec>> groups = new LinkedHashMap<>();

  private Waves(Plan plan, int room) {
    this.plan = plan;
    this.room = room;
    plan.cells()
        .forEach(cell -> cells.computeIfAbsent(cell.stack(), s -> new ArrayList<>()).add(cell));
    cells.keySet().forEach(stack -> groups.put(stack, new LinkedHashSet<>(Set.of(stack))));
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
    private static final long serialVersionUID = 1L;

    DoesNotFit(String message) {
      super(message);
    }
  }

  private List<Wave> divided() {
    bind();
    List<Wave> waves = new ArrayList<>();
    Set<StackSpec> waiting = new LinkedHashSet<>(cells.keySet());
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
  private void bind() {
    for (Set<StackSpec> bound : bonds()) {
      Set<StackSpec> members = new HashSet<>();
      bound.forEach(stack -> members.addAll(groups.get(stack)));
      Set<StackSpec> group = new LinkedHashSet<>(cells.keySet());
      group.retainAll(members);
      group.forEach(stack -> groups.put(stack, group));
    }
  }

  private List<Set<StackSpec>> bonds() {
    List<Set<StackSpec>> bonds = new ArrayList<>();
    for (Set<Cell> beside : plan.beside()) {
      Set<StackSpec> stacks = new LinkedHashSet<>();
      beside.forEach(cell -> stacks.add(cell.stack()));
      bonds.add(stacks);
    }
    for (EffectSpec effect : plan.lab().effects()) {
      for (Cell fault : plan.cells()) {
        for (Cell control : plan.cells()) {
          if (!fault.stack().equals(control.stack())
              && effect.sets(fault.point(), control.point())) {
            bonds.add(Set.of(fault.stack(), control.stack()));
          }
        }
      }
    }
    return bonds;
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
            plan.lab().name(),
            least.size(),
            cells.get(first).get(0).id(),
            plan.mebibytes(least),
            room));
  }
}
