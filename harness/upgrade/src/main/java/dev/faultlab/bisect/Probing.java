package dev.faultlab.bisect;

import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.Pairing;
import dev.faultlab.upgrade.ScopePlanner;
import dev.faultlab.upgrade.SignatureRows;
import dev.faultlab.verdict.Control;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tests one version: chooses the points of its run, and reads its outcome. */
record Probing(Bisection question, Lab lab) {

  /**
   * The run for a version: the point in question, and one that is known to show the fault, on the
   * same stack if possible. An absence proves nothing unless the fault can be seen. Empty if the
   * variant makes no sense at that version.
   */
  Optional<Plan> plan(Value version) {
    return cellAt(version).map(cell -> plan(cell, version));
  }

  private Plan plan(Cell tested, Value version) {
    Stream<Cell> known =
        Stream.of(
                cells(Map.of(question.axis(), List.of(version)), RunForm.SHORT)
                    .sorted(Comparator.comparing(cell -> !cell.stack().equals(tested.stack()))),
                cells(Map.of(), RunForm.SHORT),
                cells(Map.of(), RunForm.FULL))
            .flatMap(cells -> cells);
    Set<Point> points = new LinkedHashSet<>(List.of(tested.point()));
    known
        .map(Cell::point)
        .filter(point -> !point.equals(tested.point()))
        .filter(point -> ScopePlanner.expects(lab, point, question.signature()))
        .findFirst()
        .ifPresent(points::add);
    return new Planner(lab)
        .plan(points, Choices.trials(question.trials(), List.of(), RunForm.SHORT), List.of(points));
  }

  /** The finding at a version. */
  Probe probe(Value version, RunResult run) {
    Point point = cellAt(version).orElseThrow().point();
    Variant variant = lab.variant(point.variant()).orElseThrow();
    Optional<Point> there = Optional.of(point);
    Pairing pairing = new Pairing(variant, point, there, List.of(there), true);
    // Compared with itself it is still there, still absent, or inconclusive.
    CandidateChange change =
        new SignatureRows(lab.name(), List.of(pairing), run, run)
            .all().stream()
                .filter(row -> row.signature().equals(question.signature()))
                .flatMap(row -> row.candidates().stream())
                .findFirst()
                .orElseThrow();
    Optional<String> contradicted = contradiction(run, point);
    State state =
        switch (change.change()) {
          case STILL_THERE -> State.PRESENT;
          case STILL_ABSENT -> State.ABSENT;
          default -> State.UNKNOWN;
        };
    return new Probe(
        version,
        contradicted.isPresent() ? State.UNKNOWN : state,
        change.side().orElseThrow().words(),
        contradicted.orElse(change.reason()),
        run.runId(),
        change.side().flatMap(ObservedSignature::bound).filter(bound -> contradicted.isEmpty()));
  }

  /** Why nothing counts if a control contradicts the lab. */
  private Optional<String> contradiction(RunResult run, Point asked) {
    return Control.in(run.outcomes()).stream()
        .filter(control -> control.side().signature().equals(question.signature()))
        .filter(control -> control.contradicts() && !control.side().point().equals(asked))
        .findFirst()
        .map(control -> control.words(control.side().point().words()));
  }

  private Optional<Cell> cellAt(Value version) {
    Map<String, List<Value>> at = Map.of(question.axis(), List.of(version));
    List<String> variant = List.of(question.variant());
    return new Planner(lab).cells(new Choices(at, variant, RunForm.SHORT)).stream().findFirst();
  }

  private Stream<Cell> cells(Map<String, List<Value>> given, RunForm form) {
    return new Planner(lab).cells(new Choices(given, List.of(), form)).stream();
  }

  /**
   * The variants whose expectation for the signature depends on the axis, those of the short form
   * first.
   */
  static List<Variant> candidates(Lab lab, String signature, String axis) {
    return lab.variants().stream()
        .filter(
            variant ->
                Optional.ofNullable(variant.expect().get(signature))
                    .filter(expected -> expected.axes().contains(axis))
                    .isPresent())
        .sorted(Comparator.comparing(variant -> !variant.isShort()))
        .toList();
  }
}
