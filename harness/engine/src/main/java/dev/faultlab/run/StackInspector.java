package dev.faultlab.run;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.fact.DnsFacts;
import dev.faultlab.fact.JsonFacts;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Calibration;
import dev.faultlab.lab.CaptureSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Template;
import dev.faultlab.lab.VersionQuery;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.Stack;
import dev.faultlab.stack.StackException;
import dev.faultlab.trial.TrialRunner;
import dev.faultlab.verdict.Obstacle.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds out under which conditions the trials of a run take place: what components report, what
 * calibration measures, and what the trials' evidence shows.
 *
 * @param runner carries out the loads of calibrations, which are no trials
 */
record StackInspector(Plan plan, TrialRunner runner, Logbook logbook, RunProgress runProgress) {
  /**
   * Asks a stack what its components are, measures what the run takes for granted, and records
   * both. Stacks may be inspected side by side.
   */
  void inspect(Stack stack) throws InterruptedException, IOException {
    Cell cell = plan.anyOn(stack.spec());
    Map<String, String> answers = new LinkedHashMap<>();
    for (VersionQuery question : plan.lab().steps().ran()) {
      try {
        answers.put(question.name(), answer(stack, cell, question));
      } catch (StackException e) {
        String what = " does not say what ran as " + question.name() + ": " + e.getMessage();
        logbook.add(Kind.EVIDENCE, stack.name(), stack.name() + what);
      }
    }
    Map<String, String> before = logbook.recordVersions(stack.spec(), answers);
    if (!before.isEmpty() && !before.equals(answers)) {
      String what = stack.name() + ": " + before + " ran before, " + answers + " later";
      logbook.add(Kind.EVIDENCE, stack.name(), what);
    }
    for (Calibration calibration : plan.lab().readings().calibrations()) {
      try {
        CalibrationResult result = measure(calibration, stack, cell);
        Workers.throwIfInterrupted();
        record(result);
      } catch (RuntimeException e) {
        Workers.throwIfInterrupted();
        String why = e instanceof MissingFact ? e.getMessage() : e.toString();
        String what = calibration.id() + " of " + stack.name() + " cannot be measured: " + why;
        logbook.add(Kind.CALIBRATION, calibration.id(), what);
      }
    }
  }

  /**
   * Measures what the run assumes, on one stack before its first trial. In the full form nothing
   * else uses the machine then; in the short form other stacks may start or run trials.
   *
   * @param cell any cell of that stack, for the values of placeholders
   * @throws MissingFact when it cannot be measured
   */
  private CalibrationResult measure(Calibration calibration, Stack stack, Cell cell)
      throws InterruptedException, IOException {
    CaptureSpec capture =
        plan.lab().capture().orElseThrow(() -> new MissingFact("the lab declares no capture"));
    String name = RunFolder.calibration(calibration.id(), stack.name());
    TrialEvidence evidence =
        runner.prepare(name, stack, cell, calibration.procedure(), Optional.of(capture));
    evidence
        .failure()
        .or(() -> evidence.trial().capture().flatMap(CaptureStats::flaw))
        .ifPresent(
            flaw -> {
              throw new MissingFact(flaw);
            });
    DnsFacts dns = new DnsFacts(evidence, capture.file());
    List<Double> delayed = answers(dns, Template.fill(calibration.names().of(), cell.settings()));
    List<Double> baseline =
        answers(dns, Template.fill(calibration.names().baseline(), cell.settings()));
    // A timer never ends early, and a busy machine only adds to it, so the shortest answer is the
    // best estimate of the delay itself.
    double measured = Collections.min(delayed) - Collections.min(baseline);
    double target = Double.parseDouble(Template.fill(calibration.target(), cell.settings()));
    return new CalibrationResult(
        calibration.id(),
        calibration.title(),
        stack.name(),
        measured,
        target,
        calibration.unit(),
        delayed.size(),
        calibration.tolerance(),
        Math.abs(measured - target) <= calibration.tolerance() * target);
  }

  private static List<Double> answers(DnsFacts dns, String name) {
    List<Double> answers = dns.answerMillis(name);
    if (answers.isEmpty()) {
      throw new MissingFact("no answered query for " + name);
    }
    return answers;
  }

  /** What a component reports of itself, on one line. */
  private static String answer(Stack stack, Cell cell, VersionQuery question)
      throws InterruptedException {
    Map<String, String> settings = new LinkedHashMap<>(cell.settings());
    settings.putAll(stack.placeholders());
    List<String> command =
        question.step().command().stream().map(t -> Template.fill(t, settings)).toList();
    Execution answer =
        stack.service(question.step().service()).execute(command, question.step().limit());
    String text = oneLine(new String(answer.stdout(), StandardCharsets.UTF_8));
    if (text.isEmpty()) {
      text = oneLine(answer.stderr()); // as java -version does
    }
    if (question.fact().isPresent() && text.isEmpty() && answer.exitStatus() <= 1) {
      return answer.exitStatus() == 0 ? "yes" : "no";
    }
    if (answer.exitStatus() != 0 || text.isEmpty()) {
      throw new StackException("status " + answer.exitStatus() + ", " + answer.tail());
    }
    return text;
  }

  private static String oneLine(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private void record(CalibrationResult done) {
    logbook.calibrated(done);
    String message =
        String.format(
            "%s of %s: %.2f %s, %.2f set, n=%d",
            done.id(), done.stack(), done.measured(), done.unit(), done.target(), done.samples());
    runProgress.step(message);
    if (!done.within()) {
      String error = String.format("%s, more than %.0f %% off", message, done.tolerance() * 100);
      logbook.add(Kind.CALIBRATION, done.id(), error);
    }
  }

  /** What the trials' own evidence shows of the conditions; several values where trials differ. */
  static Map<String, String> observedConditions(Lab lab, Collection<List<TrialEvidence>> observed) {
    Map<String, String> pointers = lab.readings().provenance();
    Map<String, Set<String>> values = new HashMap<>();
    for (TrialEvidence trial : observed.stream().flatMap(List::stream).toList()) {
      JsonFacts facts = new JsonFacts(trial.uncached());
      for (String name : pointers.keySet()) {
        try {
          String value = facts.node(pointers.get(name)).asText();
          values.computeIfAbsent(name, first -> new TreeSet<>()).add(value);
        } catch (MissingFact e) {
          // A missing value is left out, never guessed; a failed trial reports its failure itself.
        }
      }
    }
    Map<String, String> found = new LinkedHashMap<>(pointers);
    found.keySet().retainAll(values.keySet());
    found.replaceAll((name, pointer) -> String.join(", ", values.get(name)));
    return found;
  }
}
