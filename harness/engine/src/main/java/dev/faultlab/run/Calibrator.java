package dev.faultlab.run;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.DnsFacts;
import dev.faultlab.fact.EvidenceReader;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Calibration;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Template;
import dev.faultlab.plan.Cell;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.stack.Stack;
import dev.faultlab.trial.TrialRunner;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Measures what a run assumes, once per stack, before its first trial. In the full form nothing
 * else uses the machine then; in the short form other stacks may start or run trials.
 */
final class Calibrator {
  private final Lab lab;
  private final RunFolder folder;
  private final TrialRunner trials;

  Calibrator(Lab lab, RunFolder folder, TrialRunner trials) {
    this.lab = lab;
    this.folder = folder;
    this.trials = trials;
  }

  /**
   * One calibration on one stack.
   *
   * @param cell any cell of that stack, for the values of placeholders
   * @throws MissingFact when it cannot be measured
   */
  CalibrationResult measure(Calibration calibration, Stack stack, Cell cell)
      throws InterruptedException, IOException {
    CaptureSpec capture =
        lab.capture().orElseThrow(() -> new MissingFact("the lab declares no capture"));
    EvidenceReader files =
        trials.run(
            stack,
            folder.calibration(calibration.id(), stack.name()),
            "calibration " + calibration.id() + " of " + stack.name(),
            1,
            cell.settings(),
            calibration.procedure(),
            Optional.of(capture));
    TrialEvidence evidence = files.trial();
    evidence
        .failure()
        .or(() -> evidence.capture().flatMap(CaptureStats::flaw))
        .ifPresent(
            flaw -> {
              throw new MissingFact(flaw);
            });
    DnsFacts dns = new DnsFacts(files, capture.file());
    List<Double> with = answers(dns, Template.fill(calibration.names().of(), cell.settings()));
    List<Double> without =
        answers(dns, Template.fill(calibration.names().baseline(), cell.settings()));
    // A timer never ends early, and a busy machine only adds to it, so the shortest answer is the
    // best estimate of the delay itself.
    double measured = Collections.min(with) - Collections.min(without);
    double target = Double.parseDouble(Template.fill(calibration.target(), cell.settings()));
    return new CalibrationResult(
        calibration.id(),
        calibration.title(),
        stack.name(),
        new CalibrationResult.Reading(
            measured,
            target,
            calibration.unit(),
            with.size(),
            calibration.tolerance(),
            Math.abs(measured - target) <= calibration.tolerance() * target));
  }

  private static List<Double> answers(DnsFacts dns, String name) {
    List<Double> answers = dns.answerMillis(name);
    if (answers.isEmpty()) {
      throw new MissingFact("no answered query for " + name);
    }
    return answers;
  }
}
