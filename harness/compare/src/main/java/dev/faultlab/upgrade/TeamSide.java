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
 * What a lab has shown at the team's versions: in the run of the candidates, or in one that was
 * kept.
 *
 * @param lab name
 * @param declaration digest of its folder
 * @param run id
 * @param places what was measured
 */
public record TeamSide(String lab, String declaration, String run, List<Place> places) {

  /**
   * One point.
   *
   * @param sides signature to what it saw
   * @param carriedOut whether every trial could be, and there was one
   * @param obstacle what leaves it open: met on its stack, or by the run itself
   * @param stack what it ran on
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
          .map(side -> side.getValue().control(side.getKey(), variant.expect().get(side.getKey())));
    }
  }

  /** What a run says of the team's side. */
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

  /** What is known of a point; empty where it was not run. */
  Optional<Place> place(Point point) {
    return places.stream().filter(place -> place.point().equals(point)).findFirst();
  }

  /** What a signature saw at a point; nothing observed where it was not run there. */
  ObservedSignature side(Point point, String signature) {
    return place(point)
        .map(place -> place.sides().get(signature))
        .orElseGet(() -> ObservedSignature.of(point, List.of(), Optional.empty()));
  }

  /** What it ran on. */
  Optional<StackResult> stack(Point point) {
    return place(point).flatMap(Place::stack);
  }

  /** What its points have shown as each other's controls. */
  Stream<Control> controls(Lab lab) {
    return places.stream().flatMap(place -> place.controls(lab));
  }
}
