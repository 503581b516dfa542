package dev.faultlab.shard;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PointExpectation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The finest split of a plan. What an effect compares stays together, because a ratio between two
 * machines means nothing. Whatever is judged keeps the other side beside it: an absence proves
 * nothing on a machine where no point shows the fault.
 */
final class SplitParts {
  private final Map<Cell, List<Cell>> partOf = new LinkedHashMap<>();
  private final Map<Cell, List<PointExpectation>> sides = new LinkedHashMap<>();

  private SplitParts(Plan plan) {
    for (Cell cell : plan.cells()) {
      partOf.put(cell, new ArrayList<>(List.of(cell)));
      sides.put(cell, PointExpectation.of(cell));
    }
  }

  /** The parts of a plan, in the order of their first cells. */
  static List<List<Cell>> of(Plan plan) {
    SplitParts parts = new SplitParts(plan);
    for (EffectSpec effect : plan.lab().effects()) {
      effect.pairs(plan.cells(), Cell::point).forEach(pair -> parts.join(pair.get(0), pair.get(1)));
    }
    plan.comparedPoints().forEach(points -> points.stream().map(plan::cell).reduce(parts::join));
    plan.cells().forEach(parts::addBothSides);
    return parts.partOf.values().stream().distinct().toList();
  }

  private Cell join(Cell member, Cell other) {
    List<Cell> into = partOf.get(member);
    List<Cell> from = partOf.get(other);
    if (into != from) {
      into.addAll(from);
      from.forEach(cell -> partOf.put(cell, into));
    }
    return member;
  }

  /**
   * Joins the smallest part with the other side, if a cell's own part has none. If it has no
   * control, as between the versions of an upgrade, any point will do that shows what this one does
   * not.
   */
  private void addBothSides(Cell cell) {
    for (PointExpectation side : sides.get(cell)) {
      if (!addOtherSide(cell, side, PointExpectation::opposes)) {
        addOtherSide(
            cell,
            side,
            (a, b) -> a.signature().equals(b.signature()) && a.presence() != b.presence());
      }
    }
  }

  private boolean addOtherSide(
      Cell cell, PointExpectation side, BiPredicate<PointExpectation, PointExpectation> opposite) {
    if (has(partOf.get(cell), side, opposite)) {
      return true;
    }
    Optional<List<Cell>> smallest =
        partOf.values().stream()
            .filter(part -> has(part, side, opposite))
            .min(Comparator.comparingInt(List::size));
    smallest.ifPresent(part -> join(part.get(0), cell));
    return smallest.isPresent();
  }

  private boolean has(
      List<Cell> part,
      PointExpectation side,
      BiPredicate<PointExpectation, PointExpectation> opposite) {
    return part.stream()
        .flatMap(other -> sides.get(other).stream())
        .anyMatch(other -> opposite.test(other, side));
  }
}
