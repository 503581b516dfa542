package dev.faultlab.upgrade;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the points of a lab that answer a question.
 *
 * @param lab that has every component as an axis
 * @param trials of each point a side; empty for the lab's own number
 * @param untilDecided whether a candidate's point that shows each fault has no more trials
 * @param variants ids of those in question; empty for all
 */
public record ScopePlanner(
    Upgrade upgrade,
    Lab lab,
    Optional<Integer> trials,
    boolean untilDecided,
    Set<String> variants) {
  private static final String EXHIBIT = "an exhibit, with a single trial";

  /** The comparisons of the lab; empty if it can compare nothing. */
  public Optional<Scope> scope() {
    List<Pairing> pairings = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    Map<Point, Pairing> full = pairings(RunForm.FULL);
    Map<Point, Pairing> current = pairings(upgrade.form());
    for (Variant variant : lab.variants()) {
      List<Pairing> matching = of(variant, current);
      int missing = of(variant, full).size() - matching.size();
      Optional<String> why = whyNot(variant, matching.isEmpty() && missing > 0);
      if (why.isPresent()) {
        leftOut.add(omission(variant.id(), why.get()));
        continue;
      }
      if (missing > 0) {
        String points = variant.id() + ", " + missing + " of its settings";
        leftOut.add(omission(points, "in the full form only; --full has them"));
      }
      if (variant.trial().once()) {
        leftOut.add(omission(variant.id() + ", metrics", EXHIBIT));
      }
      pairings.addAll(matching);
    }
    if (upgrade.form() == RunForm.SHORT && !lab.metrics().isEmpty()) {
      leftOut.add(omission("metrics", "too few trials; --full compares them"));
    }
    Set<Point> points = new LinkedHashSet<>();
    pairings.stream().filter(Pairing::compares).forEach(pairing -> points.addAll(pairing.points()));
    if (points.isEmpty()) {
      return Optional.empty();
    }
    points.addAll(controls(pairings, points));
    List<Set<Point>> together = pairings.stream().map(Pairing::points).toList();
    Plan plan = new Planner(lab).plan(points, choices(upgrade.form()), together);
    return Optional.of(new Scope(lab, List.copyOf(pairings), List.copyOf(leftOut), plan));
  }

  /** Why {@link #scope} is empty. */
  public String whyNothing() {
    boolean more =
        pairings(RunForm.FULL).values().stream()
            .filter(Pairing::compares)
            .anyMatch(p -> isAsked(p.variant()) && !p.variant().trial().once());
    if (more && upgrade.form() == RunForm.SHORT) {
      return "no variant of the short form exists on both sides (--full has more)";
    }
    String among = variants.isEmpty() ? "" : " among --variants";
    return Stream.concat(Stream.of(upgrade.from()), upgrade.to().stream())
        .filter(side -> points(side, RunForm.FULL).isEmpty())
        .map(side -> "; lab " + lab.name() + " has none for " + Upgrade.words(side))
        .collect(Collectors.joining("", "no variant" + among + " exists on both sides", ""));
  }

  private Optional<String> whyNot(Variant variant, boolean fullOnly) {
    boolean measuredOnly = variant.expect().isEmpty();
    if (!isAsked(variant)) {
      return Optional.of("not among --variants");
    }
    if (measuredOnly && variant.trial().once()) {
      return Optional.of(EXHIBIT);
    }
    if (measuredOnly && upgrade.form() == RunForm.SHORT) {
      return Optional.of("it is only measured; --full does");
    }
    return fullOnly ? Optional.of("in the full form only; --full has it") : Optional.empty();
  }

  private boolean isAsked(Variant variant) {
    return variants.isEmpty() || variants.contains(variant.id());
  }

  private LeftOut omission(String what, String why) {
    return new LeftOut(lab.name(), what, why);
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
    for (Cell cell : new Planner(lab).cells(new Choices(given, List.of(), form))) {
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
      new Planner(lab).cells(choices(form)).forEach(cell -> known.add(cell.point()));
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
    return lab.hasOwnSettings(point) && expects(lab, point, signature);
  }

  /** Whether a lab expects a fault at a point. */
  public static boolean expects(Lab lab, Point point, String signature) {
    return lab.variant(point.variant())
        .flatMap(variant -> Optional.ofNullable(variant.expect().get(signature)))
        .flatMap(expected -> expected.expectationAt(point, Map.of()))
        .filter(expectation -> expectation.presence() == Presence.PRESENT)
        .isPresent();
  }

  /**
   * In the full form each side is measured twice: the two halves show the noise. The candidates'
   * points may end early; the team's version needs all its trials for a fault to be gone.
   */
  private Choices choices(RunForm form) {
    Value full = lab.parameters().get(Lab.TRIALS).defaults().get(0);
    boolean once = form == RunForm.SHORT;
    int side = trials.orElseGet(() -> once ? lab.deciding() : Integer.parseInt(full.toString()));
    Choices choices = Choices.trials(once ? side : 2 * side, List.of(), form);
    Stream<Value> candidates = upgrade.to().stream().map(to -> Value.of(Upgrade.typed(to)));
    return untilDecided ? choices.untilDecided(candidates.toList()) : choices;
  }
}
