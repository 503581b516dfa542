package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.effect.Bound;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The findings of one lab's run on an upgrade.
 *
 * @param lab name
 * @param run id of the run; empty if it has no result
 * @param failure why it has none
 * @param rows changes of the signatures
 * @param costs changes of the metrics; empty in the short form
 * @param differences in the parts of the sides, without a verdict
 * @param facts that differ in every trial, without a verdict; results from before facts were
 *     compared have none
 * @param provenance of the run
 */
public record LabComparison(
    String lab,
    Optional<String> run,
    Optional<String> failure,
    List<SignatureRow> rows,
    List<MetricRow> costs,
    List<Difference> differences,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<FactChange> facts,
    Map<String, String> provenance) {

  /** Compares the sides from a run of the scope's plan. */
  public static LabComparison of(Upgrade upgrade, Scope scope, RunResult run) {
    Acceptances accepted = new Acceptances(upgrade);
    List<SignatureRow> rows =
        new SignatureRows(scope, run).all().stream().map(accepted::mark).toList();
    return new LabComparison(
        scope.lab().name(),
        Optional.of(run.runId()),
        Optional.empty(),
        Controls.of(scope.lab(), run, rows).withControls(),
        upgrade.form() == RunForm.SHORT
            ? List.of()
            : new MetricRows(upgrade.worseThan(), scope, run)
                .all().stream().map(accepted::mark).toList(),
        new Differences(upgrade.components(), scope, run).all(upgrade.to().size()),
        FactChange.all(scope.pairings(), run, run),
        run.provenance());
  }

  /** What the absences at a candidate exclude, in the words of a sentence: the weakest counts. */
  Optional<String> excluded(int candidate) {
    Optional<String> why = Optional.ofNullable(provenance.get(Lab.DETERMINISTIC));
    return bounds(candidate)
        .max(Comparator.comparing(Bound::bound))
        .map(b -> why.map("is deterministic: "::concat).orElse("shows in " + b.words("trials")));
  }

  /** What each absence at a candidate excludes. */
  public Stream<Bound> bounds(int candidate) {
    return rows.stream()
        .map(row -> row.candidates().get(candidate))
        .filter(change -> change.bearing() == Change.Bearing.FINE)
        .flatMap(change -> change.side().flatMap(ObservedSignature::bound).stream());
  }

  /** This comparison with further differences. */
  public LabComparison withDifferences(List<Difference> more) {
    List<Difference> joined = new ArrayList<>(differences);
    joined.addAll(more);
    return new LabComparison(lab, run, failure, rows, costs, joined, facts, provenance);
  }

  /** For a lab that could not be run. */
  public static LabComparison notRun(Scope scope, String why) {
    String lab = scope.lab().name();
    Optional<String> run = Optional.empty();
    return new LabComparison(
        lab, run, Optional.of(why), List.of(), List.of(), List.of(), List.of(), Map.of());
  }
}
