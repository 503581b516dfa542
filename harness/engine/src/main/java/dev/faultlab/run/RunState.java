package dev.faultlab.run;

import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run has so far, as a result and as a checkpoint. */
record RunState(
    RunSetup setup, Logbook book, StackSet stacks, Conditions conditions, Stopwatch watch) {

  /** The result as if the run ended here; a point without trials is inconclusive. */
  RunResult result() {
    Plan plan = setup.plan();
    Analysis analysis =
        Analysis.of(
            plan.lab(),
            plan.cells(),
            book.trials(),
            book.observed(),
            cell -> conditions.ran(cell.stack()),
            book.obstacles());
    return new RunResult(
        new RunResult.Heading(
            RunResult.SCHEMA,
            setup.folder().id(),
            plan.lab().name(),
            plan.lab().title(),
            plan.form(),
            book.before().done().startedAt(),
            Instant.now().toString()),
        plan.parameters(),
        analysis.verdict(),
        analysis.obstacles(),
        new RunResult.Contents(
            plan.cells().stream().map(this::point).toList(),
            stackResults(),
            analysis.outcomes(),
            analysis.effects(),
            analysis.measurements(),
            List.copyOf(book.calibrations()),
            book.trials()),
        watch.secondsSoFar(),
        provenance());
  }

  private Map<String, String> provenance() {
    Map<String, String> facts = new LinkedHashMap<>(book.before().setting().provenance());
    facts.put("trials at once", Integer.toString(Trials.atOnce(setup.plan())));
    facts.put("waves", Integer.toString(book.before().asked().waves().size()));
    facts.putAll(conditions.found());
    if (!book.before().done().resumed().isEmpty()) {
      facts.put("resumed", String.join("; ", book.before().done().resumed()));
    }
    return facts;
  }

  private PointResult point(Cell cell) {
    return new PointResult(
        cell.point(),
        cell.id(),
        cell.variant().title(),
        Optional.ofNullable(stacks.names().get(cell.stack())));
  }

  private List<StackResult> stackResults() {
    return stacks.names().keySet().stream().map(this::stackResult).toList();
  }

  private StackResult stackResult(StackSpec spec) {
    Map<Requirement, String> made = new LinkedHashMap<>();
    setup.plan().images(spec).values().stream()
        .forEach(role -> made.put(role, setup.images().get(role).origin()));
    return new StackResult(
        stacks.names().get(spec), made, conditions.ran(spec), stacks.failure(spec));
  }

  /** Writes the checkpoint from which the run can be resumed. */
  void keep() throws IOException {
    List<Checkpoint.Up> up = new ArrayList<>();
    for (StackSpec spec : stacks.names().keySet()) {
      up.add(new Checkpoint.Up(setup.plan().anyOn(spec).point(), stackResult(spec)));
    }
    book.keep(new Checkpoint.Stacks(up, stacks.number()), watch.secondsSoFar());
  }

  /**
   * Writes the checkpoint if the run has met an obstacle, because a second try would hide it.
   *
   * @throws InterruptedException when the obstacle may be the interruption
   */
  void keepObstacles() throws InterruptedException, IOException {
    Workers.throwIfInterrupted();
    if (!book.obstacles().isEmpty()) {
      keep();
    }
  }
}
