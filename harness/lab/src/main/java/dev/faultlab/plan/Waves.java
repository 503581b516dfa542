package dev.faultlab.plan;

import dev.faultlab.lab.EffectSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides a plan whose stacks do not fit into the memory together. A wave holds what is compared:
 * points of one ratio or upgrade comparison are in one wave, and each judged point has one with the
 * opposite expectation beside it. If that point belongs to another wave, its stack runs in this one
 * as well and has one more trial here. That trial is a witness that the fault can be seen, or is
 * absent, under these conditions too.
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

  /** The contents of a wave: stacks whose points all belong to it, and stacks of witnesses. */
  private record Draft(Set<StackSpec> own, Set<Cell> witnesses) {
    Draft() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    Draft(Draft other) {
      this(new LinkedHashSet<>(other.own), new LinkedHashSet<>(other.witnesses));
    }

    Set<StackSpec> stacks() {
      Set<StackSpec> all = new LinkedHashSet<>(own);
      witnesses.forEach(cell -> all.add(cell.stack()));
      return all;
    }
  }

  private List<Wave> divided() {
    bind();
    List<Wave> waves = new ArrayList<>();
    Map<Cell, Integer> extra = new HashMap<>();
    Set<StackSpec> waiting = new LinkedHashSet<>(cells.keySet());
    while (!waiting.isEmpty()) {
      Draft draft = new Draft();
      for (StackSpec stack : List.copyOf(waiting)) {
        Draft longer = new Draft(draft);
        if (waiting.contains(stack) && fits(join(longer, groups.get(stack)))) {
          draft = longer;
          waiting.removeAll(draft.own());
        }
      }
      if (draft.own().isEmpty()) {
        refuse(waiting);
      }
      waves.add(wave(draft, extra));
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

  /** Adds a group to a wave, with the controls of its points. */
  private Draft join(Draft draft, Set<StackSpec> group) {
    draft.own().addAll(group);
    draft.witnesses().removeIf(witness -> draft.own().contains(witness.stack()));
    for (StackSpec stack : group) {
      for (Cell cell : cells.get(stack)) {
        for (Side side : Side.of(cell)) {
          List<Cell> against =
              plan.cells().stream()
                  .filter(other -> other != cell)
                  .filter(other -> Side.of(other).stream().anyMatch(side::opposes))
                  .toList();
          if (against.stream().noneMatch(other -> has(draft, other))) {
            Set<StackSpec> up = draft.stacks();
            against.stream()
                .min(Comparator.comparing(other -> !up.contains(other.stack())))
                .ifPresent(draft.witnesses()::add);
          }
        }
      }
    }
    return draft;
  }

  private static boolean has(Draft draft, Cell cell) {
    return draft.own().contains(cell.stack()) || draft.witnesses().contains(cell);
  }

  private boolean fits(Draft draft) {
    return plan.mebibytes(draft.stacks()) <= room;
  }

  private Wave wave(Draft draft, Map<Cell, Integer> extra) {
    List<PlannedTrial> trials = new ArrayList<>();
    for (Cell witness : draft.witnesses()) {
      int more = extra.merge(witness, 1, Integer::sum);
      trials.add(
          plan.trials().stream()
              .filter(trial -> trial.cell().equals(witness))
              .findFirst()
              .orElseThrow()
              .asWitness(plan.trials(witness) + more));
    }
    plan.trials().stream()
        .filter(trial -> draft.own().contains(trial.cell().stack()))
        .forEach(trials::add);
    return new Wave(draft.stacks(), List.copyOf(trials), plan.mebibytes(draft.stacks()));
  }

  private void refuse(Set<StackSpec> waiting) {
    StackSpec first = waiting.iterator().next();
    Draft least = join(new Draft(), groups.get(first));
    throw new DoesNotFit(
        String.format(
            "lab %s: the stacks that must run at the same time (%d, including that of %s) need"
                + " %d MiB of memory, but %d MiB are available",
            plan.lab().name(),
            least.stacks().size(),
            cells.get(first).get(0).id(),
            plan.mebibytes(least.stacks()),
            room));
  }
}
