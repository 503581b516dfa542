package dev.faultlab.report;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Observation;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.RunResult;
import dev.faultlab.seen.State;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The test cases of a run, for continuous integration. */
record RunChecks(RunResult result) {
  JunitRenderer junit() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("run", result.runId());
    properties.putAll(result.provenance());
    return new JunitRenderer(
        result.lab(), result.startedAt(), Optional.of(result.seconds()), properties);
  }

  /** One per point and signature, and one for the verdict, which has its own reasons. */
  List<Check> all(FoundFixes fixes) {
    List<Check> checks = new ArrayList<>();
    for (Outcome outcome : result.outcomes()) {
      double load =
          result.trials(outcome.point()).stream().mapToLong(TrialRecord::loadMillis).sum();
      checks.add(
          new Check(
              result.lab(),
              result.name(outcome.point()) + " " + outcome.signature(),
              load / 1000,
              result(outcome.judgement(), outcome.reason(), details(outcome, fixes))));
    }
    List<String> reasons = result.verdict().reasons();
    checks.add(
        new Check(
            result.lab(),
            "verdict",
            0,
            result(result.verdict().judgement(), reasons.get(0), String.join("\n", reasons))));
    return checks;
  }

  private static Document.Result result(Judgement judgement, String message, String details) {
    return new Document.Result(ResultRow.tone(judgement), judgement.name(), message, details);
  }

  private String details(Outcome outcome, FoundFixes fixes) {
    List<TrialRecord> trials = result.trials(outcome.point());
    StringBuilder text = new StringBuilder("expected " + outcome.expectation() + "\n");
    for (int i = 0; i < outcome.observations().size(); i++) {
      Observation observation = outcome.observations().get(i);
      text.append("trial ").append(RunResult.number(trials, i)).append(": ");
      text.append(observation.state());
      text.append(" (").append(observation.code()).append("): ").append(observation.reason());
      observation.facts().forEach(fact -> text.append("\n  ").append(fact));
      text.append('\n');
    }
    if (outcome.state() == State.PRESENT) {
      fixes.line(outcome.signature()).ifPresent(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }
}
