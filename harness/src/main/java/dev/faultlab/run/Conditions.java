package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Calibration;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.stack.Stack;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;

/** Under what conditions a run's trials are carried out: asked, measured, and read in them. */
final class Conditions {
  private final Plan plan;
  private final RunFolder folder;
  private final TrialRunner runner;
  private final Logbook book;
  private final RunListener listener;
  private final Map<StackSpec, Map<String, String>> ran = new LinkedHashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final Set<String> calibrated = new HashSet<>();

  Conditions(Plan plan, RunFolder folder, TrialRunner runner, Logbook book, RunListener listener) {
    this.plan = plan;
    this.folder = folder;
    this.runner = runner;
    this.book = book;
    this.listener = listener;
  }

  /** What a stack has said of its components to a process that broke off. */
  void ranBefore(StackSpec spec, Map<String, String> said) {
    ran.put(spec, said);
  }

  /** What a stack has said of its components; nothing where it has not been asked. */
  Map<String, String> ran(StackSpec spec) {
    return ran.getOrDefault(spec, Map.of());
  }

  /** A stack that is being asked. */
  private record Asking(
      StackSpec spec, String stack, Inquiry inquiry, Future<Map<String, String>> said) {}

  /**
   * What each stack that has come up says of its own components. They are asked side by side:
   * nothing is measured yet.
   */
  void ask(Map<StackSpec, Stack> running) throws InterruptedException {
    List<Asking> all = new ArrayList<>();
    try (Workers workers = new Workers(StackSet.AT_ONCE)) {
      running.forEach(
          (spec, stack) -> {
            if (asked.add(stack.name())) {
              Inquiry inquiry = new Inquiry(stack, anyCell(spec).settings());
              Future<Map<String, String>> said =
                  workers.submit(() -> inquiry.ask(plan.lab().ran()));
              all.add(new Asking(spec, stack.name(), inquiry, said));
            }
          });
      for (Asking one : all) {
        Map<String, String> said = Workers.await(one.said());
        LabRunner.goOn();
        one.inquiry()
            .silent()
            .forEach(what -> book.met(new Obstacle(Kind.EVIDENCE, one.stack(), what)));
        Map<String, String> before = ran.put(one.spec(), said);
        if (before != null && !before.equals(said)) {
          String what = one.stack() + ": " + before + " ran before, " + said + " later";
          book.met(new Obstacle(Kind.EVIDENCE, one.stack(), what));
        }
      }
    }
  }

  /** Measures what the run takes for granted, on each stack that has come up since. */
  void calibrate(Map<StackSpec, Stack> running) throws InterruptedException, IOException {
    List<Calibration> wanted = plan.lab().calibrations();
    List<Map.Entry<StackSpec, Stack>> fresh =
        running.entrySet().stream()
            .filter(entry -> calibrated.add(entry.getValue().name()))
            .toList();
    listener.phase("calibration", wanted.size() * fresh.size());
    Calibrator calibrator = new Calibrator(plan.lab(), folder, runner);
    for (Map.Entry<StackSpec, Stack> entry : fresh) {
      Cell cell = anyCell(entry.getKey());
      for (Calibration calibration : wanted) {
        String what = calibration.id() + " of " + entry.getValue().name();
        try {
          CalibrationResult result = calibrator.measure(calibration, entry.getValue(), cell);
          LabRunner.goOn();
          book.calibrated(result);
          String said =
              String.format(
                  "%s: %.2f %s, %.2f set, n=%d",
                  what, result.measured(), result.unit(), result.target(), result.samples());
          listener.step(said);
          if (!result.within()) {
            String off = String.format("%s, more than %.0f %% off", said, result.tolerance() * 100);
            book.met(new Obstacle(Kind.CALIBRATION, calibration.id(), off));
          }
        } catch (RuntimeException e) {
          LabRunner.goOn();
          String why = e instanceof MissingFact ? e.getMessage() : e.toString();
          book.met(
              new Obstacle(
                  Kind.CALIBRATION, calibration.id(), what + " cannot be measured: " + why));
        }
      }
    }
  }

  /** What the trials themselves say of the conditions; several values where they differ. */
  Map<String, String> found() {
    Map<String, String> found = new LinkedHashMap<>();
    plan.lab()
        .provenance()
        .forEach(
            (name, pointer) -> {
              Set<String> values = new TreeSet<>();
              for (TrialEvidence trial :
                  book.evidence().values().stream().flatMap(List::stream).toList()) {
                try {
                  values.add(new JsonFacts(trial).node(pointer).asText());
                } catch (MissingFact e) {
                  // Left out, never guessed; a trial that failed says so itself.
                }
              }
              if (!values.isEmpty()) {
                found.put(name, String.join(", ", values));
              }
            });
    return found;
  }

  private Cell anyCell(StackSpec spec) {
    return plan.cells().stream().filter(c -> c.stack().equals(spec)).findFirst().orElseThrow();
  }
}
