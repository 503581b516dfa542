package dev.faultlab.shard;

import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.point.Point;
import dev.faultlab.result.TrialDurations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plan, distributed over machines. The same plan and number always give the same split.
 *
 * @param whole the plan
 * @param shards one per machine; empty if there are more machines than parts
 */
public record Split(Plan whole, List<Plan> shards) {

  /**
   * Spreads a plan.
   *
   * @param machines how many, at least 1
   */
  public static Split of(Plan plan, int machines, TrialDurations effort) {
    Map<Point, Double> seconds =
        plan.trials().stream()
            .map(PlannedTrial::point)
            .collect(Collectors.groupingBy(p -> p, Collectors.summingDouble(effort::trial)));
    List<List<Cell>> shards =
        Stream.generate(() -> (List<Cell>) new ArrayList<Cell>()).limit(machines).toList();
    // Longest part first, each to the least loaded machine: never worse than 4/3 of the optimum
    // (Graham 1969).
    SplitParts.of(plan).stream()
        .sorted(Comparator.comparingDouble((List<Cell> part) -> sum(part, seconds)).reversed())
        .forEach(
            part ->
                shards.stream()
                    .min(Comparator.comparingDouble(shard -> sum(shard, seconds)))
                    .orElseThrow()
                    .addAll(part));
    return new Split(plan, shards.stream().map(plan::only).toList());
  }

  /** Splits into as many shards as possible. */
  public static Split finest(Plan plan, TrialDurations effort) {
    return of(plan, SplitParts.of(plan).size(), effort);
  }

  /** The shards that have trials. */
  public List<Plan> parts() {
    return shards.stream().filter(shard -> !shard.cells().isEmpty()).toList();
  }

  /** The part of one machine. */
  public Plan shard(ShardNumber number) {
    return shards.get(number.index() - 1);
  }

  private static double sum(List<Cell> cells, Map<Point, Double> seconds) {
    return cells.stream().map(Cell::point).mapToDouble(seconds::get).sum();
  }
}
