package dev.faultlab.upgrade;

import dev.faultlab.lab.RunForm;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the run of one lab says of an upgrade.
 *
 * @param lab name
 * @param run id of the run; empty where it has no result
 * @param failure why it has none
 * @param rows what became of the signatures
 * @param costs what became of the metrics; none in the short form
 * @param differences what the sides were made of
 * @param provenance of the run
 */
public record Compared(
    String lab,
    Optional<String> run,
    Optional<String> failure,
    List<Row> rows,
    List<Cost> costs,
    List<Difference> differences,
    Map<String, String> provenance) {

  /** Of a run of the scope's plan. */
  public static Compared of(Upgrade upgrade, Scope scope, RunResult run) {
    return of(upgrade, scope, run, Before.in(run));
  }

  /** Of a run that has only the candidates. */
  public static Compared of(Upgrade upgrade, Scope scope, RunResult run, Baseline.Kept kept) {
    return of(upgrade, scope, run, (Before) kept);
  }

  private static Compared of(Upgrade upgrade, Scope scope, RunResult run, Before team) {
    Acceptances accepted = new Acceptances(upgrade);
    return new Compared(
        scope.lab().name(),
        Optional.of(run.runId()),
        Optional.empty(),
        new Controls(scope.lab(), run, team, accepted.rows(new Rows(scope, run, team).all()))
            .rows(),
        upgrade.form() == RunForm.SHORT || upgrade.baseline().isPresent()
            ? List.of()
            : accepted.costs(new Costs(upgrade.worseThan(), scope, run).all()),
        new Differences(upgrade.components(), scope, run, team).all(upgrade.to().size()),
        run.provenance());
  }

  /** With what else differs. */
  public Compared and(List<Difference> more) {
    List<Difference> all = new ArrayList<>(differences);
    all.addAll(more);
    return new Compared(lab, run, failure, rows, costs, all, provenance);
  }

  /** Of a lab that could not be run. */
  public static Compared without(Scope scope, String why) {
    return new Compared(
        scope.lab().name(),
        Optional.empty(),
        Optional.of(why),
        Rows.without(scope, why),
        List.of(),
        List.of(),
        Map.of());
  }
}
