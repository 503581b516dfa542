package dev.faultlab.shard;

import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Point;
import dev.faultlab.verdict.Claim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The finest split of a plan. What an effect compares stays together, because a ratio between two
 * machines means nothing. And whatever is judged keeps another side beside it: an absence says
 * nothing of a machine on which nobody knows that the fault could be seen.
 */
final class Parts {
  private final Map<Point, List<Cell>> partOf = new HashMap<>();
  private final Map<Cell, List<Claim>> claims = new LinkedHashMap<>();

  private Parts(Plan plan) {
    for (Cell cell : plan.cells()) {
      partOf.put(cell.point(), new ArrayList<>(List.of(cell)));
      claims.put(cell, Claim.of(cell.point(), cell.variant()));
    }
  }

  /**
   * The parts of a plan, in the order of their first cells.
   *
   * @param together more points that must not be apart, beside those of the lab's effects
   */
  static List<List<Cell>> of(Plan plan, List<List<Point>> together) {
    Parts parts = new Parts(plan);
    List<Point> points = plan.cells().stream().map(Cell::point).toList();
    plan.lab().effects().stream()
        .flatMap(effect -> effect.pairs(points).stream())
        .forEach(pair -> parts.join(pair.before(), pair.after()));
    for (List<Point> group : together) {
      List<Point> here = group.stream().filter(points::contains).toList();
      here.forEach(point -> parts.join(here.get(0), point));
    }
    plan.cells().forEach(parts::giveBothSides);
    return points.stream().map(parts.partOf::get).distinct().toList();
  }

  private void join(Point one, Point other) {
    List<Cell> into = partOf.get(one);
    List<Cell> from = partOf.get(other);
    if (into != from) {
      into.addAll(from);
      from.forEach(cell -> partOf.put(cell.point(), into));
    }
  }

  /** Joins the smallest part that has the other side, where a cell's own part has none. */
  private void giveBothSides(Cell cell) {
    for (Claim claim : claims.get(cell)) {
      if (!hasOtherSide(partOf.get(cell.point()), claim)) {
        Optional<List<Cell>> nearest =
            claims.keySet().stream()
                .map(other -> partOf.get(other.point()))
                .filter(part -> hasOtherSide(part, claim))
                .min(Comparator.comparingInt(List::size));
        nearest.ifPresent(part -> join(part.get(0).point(), cell.point()));
      }
    }
  }

  private boolean hasOtherSide(List<Cell> part, Claim claim) {
    return part.stream()
        .flatMap(cell -> claims.get(cell).stream())
        .anyMatch(other -> other.otherSideOf(claim));
  }
}
