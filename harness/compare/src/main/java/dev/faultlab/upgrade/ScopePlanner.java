package dev.faultlab.upgrade;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Chooses the points of a lab that answer a question. */
public final class ScopePlanner {
  private final Upgrade upgrade;
  private final Lab lab;
  private final Planner planner;
  private final Optional<Integer> trials;
  private final Set<String> variants;

  /**
   * @param lab that has every component as an axis
   * @param trials of each point a side; empty for the lab's own number
   * @param variants ids of those in question; empty for all
   */
  public ScopePlanner(Upgrade upgrade, Lab lab, Optional<Integer> trials, Set<String> variants) {
    this.upgrade = upgrade;
    this.lab = lab;
    this.planner = new Planner(lab);
    this.trials = trials;
    this.variants = variants;
  }

  /** The comparisons of the lab; empty if it can compare nothing. */
  public Optional<Scope> scope() {
    List<LeftOut> leftOut = new ArrayList<>();
    List<Pairing> wanted = new ArrayList<>();
    Map<Point, Pairing> full = pairings(RunForm.FULL);
    Map<Point, Pairing> now = pairings(upgrade.form());
    for (Variant variant : lab.variants()) {
      List<Pairing> here = of(variant, now);
      int missing = of(variant, full).size() - here.size();
      if (!variants.isEmpty() && !variants.contains(variant.id())) {
        leftOut.add(new LeftOut(lab.name(), variant.id(), "not among --variants"));
      } else if (variant.trial().once() && variant.expect().isEmpty()) {
        leftOut.add(new LeftOut(lab.name(), variant.id(), "an exhibit, with a single trial"));
      } else if (upgrade.form() == RunForm.SHORT && variant.expect().isEmpty()) {
        leftOut.add(new LeftOut(lab.name(), variant.id(), "it is only measured; --full does"));
      } else if (here.isEmpty() && missing > 0) {
        leftOut.add(new LeftOut(lab.name(), variant.id(), "in the full form only; --full has it"));
      } else {
        if (missing > 0) {
          String points = variant.id() + ", " + missing + " of its settings";
          leftOut.add(new LeftOut(lab.name(), points, "in the full form only; --full has them"));
        }
        if (variant.trial().once()) {
          String metrics = variant.id() + ", metrics";
          leftOut.add(new LeftOut(lab.name(), metrics, "an exhibit, with a single trial"));
        }
        wanted.addAll(here);
      }
    }
    if (upgrade.form() == RunForm.SHORT && !lab.metrics().isEmpty()) {
      leftOut.add(new LeftOut(lab.name(), "metrics", "too few trials; --full compares them"));
    }
    Set<Point> points = new LinkedHashSet<>();
    wanted.stream().filter(Pairing::compares).forEach(pairing -> add(pairing, points));
    if (points.isEmpty()) {
      return Optional.empty();
    }
    points.addAll(controls(wanted, points));
    return Optional.of(
        new Scope(
            lab,
            List.copyOf(wanted),
            List.copyOf(leftOut),
            planner.plan(
                points, choices(upgrade.form()), wanted.stream().map(Pairing::points).toList())));
  }

  private void add(Pairing pairing, Set<Point> points) {
    points.add(pairing.before().orElseThrow());
    for (int candidate = 0; candidate < pairing.after().size(); candidate++) {
      if (pairing.compares(candidate)) {
        points.add(pairing.after().get(candidate).orElseThrow());
      }
    }
  }

  /** Place to pairing, in the order of the lab's table. */
  private Map<Point, Pairing> pairings(RunForm form) {
    Map<Point, Point> before = points(upgrade.from(), form);
    List<Map<Point, Point>> after =
        upgrade.to().stream().map(candidate -> points(candidate, form)).toList();
    Set<Point> places = new LinkedHashSet<>(before.keySet());
    after.forEach(candidate -> places.addAll(candidate.keySet()));
    Map<Point, Pairing> pairings = new LinkedHashMap<>();
    for (Point place : places) {
      pairings.put(
          place,
          new Pairing(
              lab.variant(place.variant()).orElseThrow(),
              place,
              Optional.ofNullable(before.get(place)),
              after.stream().map(points -> Optional.ofNullable(points.get(place))).toList(),
              false));
    }
    return pairings;
  }

  private static List<Pairing> of(Variant variant, Map<Point, Pairing> pairings) {
    return pairings.values().stream().filter(p -> p.variant().equals(variant)).toList();
  }

  /** Place to point, where those versions run. */
  private Map<Point, Point> points(Map<String, Value> versions, RunForm form) {
    Map<String, List<Value>> given = new LinkedHashMap<>();
    versions.forEach((component, version) -> given.put(component, List.of(version)));
    Map<Point, Point> points = new LinkedHashMap<>();
    for (Cell cell : planner.cells(new Choices(given, List.of(), form))) {
      points.put(cell.point().without(upgrade.components()), cell.point());
    }
    return points;
  }

  /**
   * For each signature without a point that is known to show the fault: one that does, at whatever
   * version. An absence proves nothing unless the fault can be seen.
   */
  private Set<Point> controls(List<Pairing> pairings, Set<Point> points) {
    Set<String> signatures = new LinkedHashSet<>();
    pairings.stream()
        .filter(Pairing::compares)
        .forEach(pairing -> signatures.addAll(pairing.variant().expect().keySet()));
    signatures.removeIf(id -> points.stream().anyMatch(point -> faulty(point, id)));
    Set<Point> known = new LinkedHashSet<>();
    for (RunForm form : RunForm.values()) {
      planner.cells(choices(form)).forEach(cell -> known.add(cell.point()));
    }
    Set<Point> controls = new LinkedHashSet<>();
    for (String id : signatures) {
      if (controls.stream().noneMatch(point -> faulty(point, id))) {
        known.stream().filter(point -> faulty(point, id)).findFirst().ifPresent(controls::add);
      }
    }
    return controls;
  }

  /** The lab's expectations hold only for its own settings. */
  private boolean faulty(Point point, String signature) {
    return lab.usual(point) && expected(point, signature);
  }

  private boolean expected(Point point, String signature) {
    return lab.variant(point.variant())
        .flatMap(variant -> Optional.ofNullable(variant.expect().get(signature)))
        .flatMap(expected -> expected.at(point, Map.of()))
        .map(expectation -> expectation.presence() == Presence.PRESENT)
        .orElse(false);
  }

  /** In the full form each side is measured twice: the two halves show the noise. */
  private Choices choices(RunForm form) {
    Value full = lab.parameters().get(Lab.TRIALS).defaults().get(0);
    boolean once = form == RunForm.SHORT;
    int side = trials.orElseGet(() -> once ? lab.deciding() : Integer.parseInt(full.toString()));
    return Choices.trials(once ? side : 2 * side, List.of(), form);
  }
}
