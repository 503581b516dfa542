package dev.faultlab.signature;

import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Template;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies a signature to a trial, after what makes any trial undecidable has been ruled out. */
public final class Observer {

  /**
   * What the signature says of the trial; UNKNOWN when the trial failed, its capture has a flaw, or
   * a fact is missing.
   */
  public Observation observe(Declared signature, TrialEvidence evidence) {
    if (evidence.failure().isPresent()) {
      return Observation.unknown("trial-failed", evidence.failure().get(), List.of());
    }
    Optional<String> flaw = evidence.capture().flatMap(CaptureStats::flaw);
    if (flaw.isPresent()) {
      return Observation.unknown("capture-flawed", flaw.get(), List.of());
    }
    Map<String, String> filled = new LinkedHashMap<>();
    signature
        .inputs()
        .forEach((name, text) -> filled.put(name, Template.fill(text, evidence.settings())));
    try {
      Signature kind = signature.kind();
      return kind.observe(evidence, Inputs.of(kind.inputs(), filled));
    } catch (MissingFact e) {
      return Observation.unknown("fact-missing", e.getMessage(), List.of());
    }
  }
}
