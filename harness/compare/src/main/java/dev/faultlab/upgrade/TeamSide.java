package dev.faultlab.upgrade;

import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.lab.Declaration;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Control;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A lab's findings at the team's versions, from the candidates' run or from a stored baseline.
 *
 * @param lab name
 * @param declaration digest of its folder
 * @param run id
 * @param places that were measured
 */
public record TeamSide(String lab, String declaration, String run, List<Place> places) {

  /**
   * One point.
   *
   * @param sides signature to its findings
   * @param carriedOut whether there were trials and none failed
   * @param obstacle of its stack or of the whole run that makes it inconclusive
   * @param stack that it ran on
   */
  public record Place(
      Point point,
      Map<String, ObservedSignature> sides,
      boolean carriedOut,
      Optional<String> obstacle,
      Optional<StackResult> stack) {

    private static Place of(Pairing pairing, RunResult run) {
      Point point = pairing.before().orElseThrow();
      Map<String, ObservedSignature> sides = new LinkedHashMap<>();
      pairing
          .variant()
          .expect()
          .keySet()
          .forEach(id -> sides.put(id, ObservedSignature.of(run, point, id)));
      List<TrialResult> trials =
          run.trials().stream().filter(trial -> trial.point().equals(point)).toList();
      return new Place(
          point,
          sides,
          !trials.isEmpty() && trials.stream().allMatch(trial -> trial.failure().isEmpty()),
          run.obstacle(point),
          run.stackOf(point));
    }

    private Stream<Control> controls(Lab lab) {
      Variant variant = lab.variant(point.variant()).orElseThrow();
      return sides.entrySet().stream()
          .flatMap(
              side ->
                  side
                      .getValue()
                      .control(
                          side.getKey(),
                          variant.expect().get(side.getKey()),
                          stack.map(StackResult::ran).orElse(Map.of()))
                      .stream());
    }
  }

  /** A run's findings on the team's side. */
  public static TeamSide of(Scope scope, RunResult run) {
    List<Place> places = new ArrayList<>();
    for (Pairing pairing : scope.pairings()) {
      if (pairing.compares()) {
        places.add(Place.of(pairing, run));
      }
    }
    return new TeamSide(
        scope.lab().name(), Declaration.digest(scope.lab().folder()), run.runId(), places);
  }

  /** The findings at a point; empty if it was not run. */
  Optional<Place> place(Point point) {
    return places.stream().filter(place -> place.point().equals(point)).findFirst();
  }

  /** The findings of a signature at a point; empty findings if it was not run there. */
  ObservedSignature side(Point point, String signature) {
    return place(point)
        .map(place -> place.sides().get(signature))
        .orElseGet(() -> ObservedSignature.of(point, List.of(), Optional.empty()));
  }

  /** The stack of a point. */
  Optional<StackResult> stack(Point point) {
    return place(point).flatMap(Place::stack);
  }

  /** Its points as each other's controls. */
  Stream<Control> controls(Lab lab) {
    return places.stream().flatMap(place -> place.controls(lab));
  }
}
