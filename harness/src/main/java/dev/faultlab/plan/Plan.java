package dev.faultlab.plan;

import dev.faultlab.lab.Lab;
import dev.faultlab.point.Value;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything a run will do.
 *
 * @param lab the declaration
 * @param parameters effective values of every parameter
 * @param quick whether the quick defaults were taken
 * @param cells in the order of the verdict table
 * @param trials in the order of execution
 */
public record Plan(
    Lab lab,
    Map<String, List<Value>> parameters,
    boolean quick,
    List<Cell> cells,
    List<PlannedTrial> trials) {

  /** The cells whose trials decide. */
  public List<Cell> judged() {
    return cells.stream().filter(Cell::judged).toList();
  }

  /** The distinct stacks, in the order in which they are first needed. */
  public Set<StackSpec> stacks() {
    Set<StackSpec> stacks = new LinkedHashSet<>();
    cells.forEach(cell -> stacks.add(cell.stack()));
    return stacks;
  }

  /**
   * The same run of these cells alone. Their trials keep the order in which the whole run has them,
   * and the parameters stay those of the whole.
   */
  public Plan only(Collection<Cell> kept) {
    return new Plan(
        lab,
        parameters,
        quick,
        cells.stream().filter(kept::contains).toList(),
        trials.stream().filter(trial -> kept.contains(trial.cell())).toList());
  }
}
