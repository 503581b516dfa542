package dev.faultlab.report.page;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Judgement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cell with everything the run knows of it.
 *
 * @param id of the cell
 * @param variant id of its variant
 * @param title of its variant; empty for a cell that is only measured
 * @param outcomes one per signature
 * @param trials in order
 */
record CellView(
    String id, String variant, String title, List<CellOutcome> outcomes, List<TrialResult> trials) {

  /** All cells: those of the table first, then those that are only measured. */
  static List<CellView> of(RunResult result) {
    Set<String> ids = new LinkedHashSet<>();
    result.outcomes().forEach(o -> ids.add(o.cell()));
    result.trials().forEach(t -> ids.add(t.cell()));
    return ids.stream()
        .map(
            id -> {
              List<CellOutcome> outcomes =
                  result.outcomes().stream().filter(o -> o.cell().equals(id)).toList();
              return new CellView(
                  id,
                  id.contains("@") ? id.substring(0, id.indexOf('@')) : id,
                  outcomes.isEmpty() ? "" : outcomes.get(0).title(),
                  outcomes,
                  result.trials().stream().filter(t -> t.cell().equals(id)).toList());
            })
        .toList();
  }

  /** What it is drawn as. */
  Charts.Role role() {
    if (outcomes.isEmpty()) {
      return Charts.Role.MEASURED;
    }
    return outcomes.get(0).expectation().presence() == Presence.PRESENT
        ? Charts.Role.FAULT
        : Charts.Role.CONTROL;
  }

  /** The point of the matrix as text, e.g. {@code jdk=17}. */
  String point() {
    return id.contains("@") ? id.substring(id.indexOf('@') + 1).replace("@", ", ") : "";
  }

  boolean asExpected() {
    return outcomes.stream().allMatch(o -> o.judgement() == Judgement.AS_EXPECTED);
  }

  /**
   * The trial whose captures are drawn: the first that is not as the cell expects, else the first.
   */
  Optional<TrialResult> exhibit() {
    for (CellOutcome outcome : outcomes) {
      if (outcome.judgement() != Judgement.AS_EXPECTED) {
        for (int i = 0; i < Math.min(trials.size(), outcome.observations().size()); i++) {
          boolean present =
              outcome.observations().get(i).state() == dev.faultlab.signature.State.PRESENT;
          boolean wanted = outcome.expectation().presence() == Presence.PRESENT;
          if (present != wanted) {
            return Optional.of(trials.get(i));
          }
        }
      }
    }
    return trials.stream().filter(t -> t.failure().isEmpty()).findFirst();
  }
}
