package dev.faultlab.run;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Step;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.stack.Stack;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.Optional;

/** A trial of a plan on a running stack. */
final class OneTrial {
  private OneTrial() {}

  static TrialEvidence carryOut(
      TrialRunner runner, Lab lab, RunFolder folder, PlannedTrial trial, Stack stack)
      throws InterruptedException, IOException {
    Cell cell = trial.cell();
    return runner.run(
        stack,
        folder.trial(cell.id(), trial.index()),
        cell.id(),
        trial.index(),
        cell.settings(),
        lab.procedures().get(cell.variant().procedure()).steps().stream()
            .filter(step -> !leftOut(lab, step, stack))
            .toList(),
        cell.variant().capture() ? lab.capture() : Optional.empty());
  }

  /** A service that says itself at which points it is needed takes its steps with it. */
  private static boolean leftOut(Lab lab, Step step, Stack stack) {
    return lab.onDemand().entrySet().stream()
        .filter(e -> !e.getValue().at().isEmpty() && step.runsIn(e.getKey()))
        .anyMatch(e -> !stack.services().containsKey(e.getKey()));
  }
}
